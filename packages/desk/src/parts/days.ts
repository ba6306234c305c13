// Durations that are typed in days.

/** The longest duration that operations take, in days. */
const mostDays = 300_000;

/** Seconds of a typed number of days, or null if it is not above 0. Accepts a decimal comma. */
export function secondsOfDays(typed: string): number | null {
  const text = daysText(typed);
  if (!/^[0-9]{1,6}(\.[0-9]{1,12})?$/.test(text) || Number(text) > mostDays) return null;
  const seconds = Math.round(Number(text) * 86_400);
  return seconds > 0 ? seconds : null;
}

export function isDays(typed: string): boolean {
  return secondsOfDays(typed) !== null;
}

/** The form in which operations read days. */
export function daysText(typed: string): string {
  return typed.trim().replace(',', '.');
}
