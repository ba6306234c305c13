// Durations of resellers' keys (docs/desk.md#resellers). Imports nothing, so that a page can use
// it without the schemas.

/** The durations of resellers' keys in days. */
export const keyDurations = {
  day: 1,
  week: 7,
  month: 30,
  threemonth: 90,
  sixmonth: 180,
  year: 365,
  lifetime: 9999,
} as const;
export type KeyDuration = keyof typeof keyDurations;
export const durationNames = Object.keys(keyDurations) as KeyDuration[]; // the keys of a constant

/** Maximum of each kind of keys in a balance, and maximum change by one request. */
export const maxBalance = 1_000_000;
