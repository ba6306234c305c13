// What a seller key may do (contract 0.18). Each operation names its need, in one field of its specification; a key has one scope.

/** `all`: the application's own key, and every key made before there were scopes. `release`: publishing programs, nothing else. */
export const sellerScopes = ['all', 'sell', 'support', 'read', 'release'] as const;
export type SellerScope = (typeof sellerScopes)[number];

/** Need -> the scopes that are enough, beside `all`; the one that is meant for it comes first. */
export const scopesOf = {
  all: [],
  sell: ['sell'],
  support: ['support'],
  read: ['read', 'support'],
  /** What a shop has to look up as well. */
  'look-up': ['sell', 'read', 'support'],
  release: ['release'],
  /** Also who may look at everything. */
  'release-list': ['release', 'read', 'support'],
  /** To learn whether a key is one. */
  any: ['sell', 'support', 'read', 'release'],
} as const satisfies Readonly<Record<string, readonly SellerScope[]>>;
export type SellerNeed = keyof typeof scopesOf;

export function isEnough(scope: SellerScope, need: SellerNeed): boolean {
  const scopes: readonly SellerScope[] = scopesOf[need];
  return scope === 'all' || scopes.includes(scope);
}

/** Which scope to get for it. */
export function scopeFor(need: SellerNeed): SellerScope {
  return scopesOf[need].at(0) ?? 'all';
}

/** SECURITY: who looks after users, or only looks, must not be able to redeem what is for sale. */
export function hidesUnusedKeys(scope: SellerScope): boolean {
  return scope === 'read' || scope === 'support';
}
