// The durations of resellers' keys (docs/people.md#balances).

/** In days. */
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
