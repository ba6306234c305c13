// What a password costs in tests that are not about that.

/** Weak on purpose: tests check a password many times. */
export const cheapCost = { memoryKib: 8, passes: 1 };
