// Durations that are typed in days.
import { maxDays } from '@latchkey/protocol/limits.ts';

/** Seconds of a typed number of days, or null if it is not above 0. Accepts a decimal comma. */
export function secondsOfDays(typed: string): number | null {
  const text = daysText(typed);
  if (!/^[0-9]{1,6}(\.[0-9]{1,12})?$/.test(text) || Number(text) > maxDays) return null;
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
