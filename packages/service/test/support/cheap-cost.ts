// The password hashing cost for tests that are not about hashing.

/** Weak on purpose, because tests hash many passwords. */
export const cheapCost = { memoryKib: 8, passes: 1 };
