// Durations that are typed in days.

/** Seconds of a typed number of days, or null if it is not above 0. Accepts a decimal comma. */
export function secondsOfDays(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text)) return null;
  const seconds = Math.round(Number(text) * 86_400);
  return seconds > 0 ? seconds : null;
}

/** The form in which operations read days. */
export function daysText(typed: string): string {
  return typed.trim().replace(',', '.');
}
