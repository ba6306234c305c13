// Parses dates that people write, for the command line and the seller API.
import { maxUnixSeconds } from './units.ts';

const isoPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?) ?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;
const lastSecondOfDay = 86_399;

/**
 * Selects the second that a date without a time means. It is the last second of that day for an
 * expiry, and the first second for other dates.
 */
export type EdgeOfDay = 'begin' | 'end';

/**
 * Returns unix seconds for an ISO date, or null for another text. Times without a zone and dates
 * without a time are UTC.
 */
export function parseIsoDate(text: string, edge: EdgeOfDay): number | null {
  const [, date = '', time, zone = 'Z'] = isoPattern.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00Z`);
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
  if (time === undefined) return midnight / 1000 + (edge === 'end' ? lastSecondOfDay : 0);
  const at = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? null : cappedDate(Math.floor(at / 1000));
}

/** Returns the date, or the last second of the year 9999 if the date is later. */
export function cappedDate(unixSeconds: number): number {
  return Math.min(unixSeconds, maxUnixSeconds);
}
