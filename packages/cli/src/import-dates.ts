// Parses dates and durations for imports. The functions return null for an ambiguous or unknown
// format.
import { cappedDate, parseIsoDate, type EdgeOfDay } from '@latchkey/protocol/dates.ts';

const day = 86_400;
/** Days from now, such as 30d. */
export const daysPattern = /^([0-9]{1,6}(?:\.[0-9]{1,12})?) ?d(?:ays?)?$/i;
const numberPattern = /^[0-9]{1,13}(?:\.[0-9]+)?$/;
export const dateFormats =
  'use 2027-12-31, 2027-12-31T18:00Z, unix seconds, or days from now such as 30d';
export const durationFormats = 'use days such as 30d, or seconds such as 3600s';
/** More days than any license has, and fewer seconds than all but those of an hour. */
const maxAmbiguous = 3650;
const secondsPattern = /^([0-9]{1,13}) ?s(?:ec(?:onds?)?)?$/i;

/**
 * Takes and returns unix seconds. Rejects numbers below 100 000 000 (in 1973), because they may be
 * a count of days or mean "never". A date without a time means the `edge` of that day.
 */
export function parseDate(text: string, now: number, edge: EdgeOfDay): number | null {
  const days = daysPattern.exec(text)?.[1];
  if (days !== undefined) return cappedDate(now + Math.round(Number(days) * day));
  if (!numberPattern.test(text)) return parseIsoDate(text, edge);
  const value = Number(text);
  return value >= 100_000_000 && value < 1e12 ? cappedDate(Math.floor(value)) : null;
}

/** Returns the duration in seconds. A number without a unit means seconds. */
export function parseDuration(text: string): number | null {
  const days = daysPattern.exec(text)?.[1];
  if (days !== undefined) return Math.round(Number(days) * day);
  const seconds = secondsPattern.exec(text)?.[1] ?? text;
  return numberPattern.test(seconds) ? Math.floor(Number(seconds)) : null;
}

/** Whether a number without a unit may mean days, although it means seconds. */
export function isAmbiguousDuration(text: string): boolean {
  return numberPattern.test(text) && Number(text) <= maxAmbiguous && Number(text) !== 3600;
}
