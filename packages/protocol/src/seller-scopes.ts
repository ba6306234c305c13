// Scopes of seller keys (docs/protocol.md#seller-keys). A key has one scope, and each operation
// names the scopes that it accepts.

/**
 * `all`: the application's own key, and every key made before scopes existed. `release`: publishes
 * releases, nothing else.
 */
export const sellerScopes = ['all', 'sell', 'support', 'read', 'release'] as const;
export type SellerScope = (typeof sellerScopes)[number];

/**
 * Need of an operation -> the scopes that it accepts in addition to `all`. The narrowest suitable
 * scope comes first.
 */
export const scopesOf = {
  all: [],
  sell: ['sell'],
  support: ['support'],
  read: ['read', 'support'],
  /** Look-ups that a shop needs. */
  'look-up': ['sell', 'read', 'support'],
  release: ['release'],
  /** Listing releases: for publishers, and for scopes that may read everything. */
  'release-list': ['release', 'read', 'support'],
  /** For checking whether a seller key is valid. */
  any: ['sell', 'support', 'read', 'release'],
} as const satisfies Readonly<Record<string, readonly SellerScope[]>>;
export type SellerNeed = keyof typeof scopesOf;

export function isEnough(scope: SellerScope, need: SellerNeed): boolean {
  const scopes: readonly SellerScope[] = scopesOf[need];
  return scope === 'all' || scopes.includes(scope);
}

/** The scope to request for an operation that a key may not use. */
export function scopeFor(need: SellerNeed): SellerScope {
  return scopesOf[need].at(0) ?? 'all';
}

/** SECURITY: support staff and readers must not be able to redeem keys that are for sale. */
export function hidesUnusedKeys(scope: SellerScope): boolean {
  return scope === 'read' || scope === 'support';
}
