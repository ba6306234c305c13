// Scopes of seller keys and of managers (docs/protocol.md#seller-keys). A key has one scope, and a
// manager one or several. An operation accepts one or several scopes.

/** `all` is the scope of the application's own key, and of keys that predate scopes. */
export const sellerScopes = ['all', 'sell', 'support', 'read', 'release'] as const;
export type SellerScope = (typeof sellerScopes)[number];

/** Scopes that satisfy the need of an operation, narrowest first. `all` satisfies every need. */
export const acceptedScopes = {
  all: [],
  sell: ['sell'],
  support: ['support'],
  read: ['read', 'support'],
  /** Lookups that a shop needs. */
  'look-up': ['sell', 'read', 'support'],
  release: ['release'],
  /** Lists of releases, which publishers and readers need. */
  'release-list': ['release', 'read', 'support'],
  /** The check that a seller key is valid. */
  any: ['sell', 'support', 'read', 'release'],
} as const satisfies Readonly<Record<string, readonly SellerScope[]>>;
export type SellerNeed = keyof typeof acceptedScopes;

export function isScopeAccepted(scope: SellerScope, need: SellerNeed): boolean {
  const scopes: readonly SellerScope[] = acceptedScopes[need];
  return scope === 'all' || scopes.includes(scope);
}

/**
 * Returns the scope that permits an operation, or null if none does. Of several scopes, each acts
 * like a separate key, and the first in the order of `sellerScopes` is used.
 */
export function permittingScope(
  scopes: readonly SellerScope[],
  need: SellerNeed,
): SellerScope | null {
  return sellerScopes.find((one) => scopes.includes(one) && isScopeAccepted(one, need)) ?? null;
}

/** Reads scopes joined by commas. Ignores unknown words. */
export function readScopes(text: string): readonly SellerScope[] {
  const words = text.split(',').map((word) => word.trim());
  return sellerScopes.filter((scope) => words.includes(scope));
}

/** Returns the narrowest scope that satisfies the need, for the text of a refusal. */
export function narrowestScope(need: SellerNeed): SellerScope {
  return acceptedScopes[need].at(0) ?? 'all';
}

/** SECURITY: the scopes `support` and `read` must not be able to redeem keys that are for sale. */
export function hidesUnusedKeys(scope: SellerScope): boolean {
  return scope === 'read' || scope === 'support';
}
