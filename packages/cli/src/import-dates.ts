// Parses dates and durations for imports. The functions return null for an ambiguous or unknown
// format.

const day = 86_400;
const daysPattern = /^([0-9]{1,6}(?:\.[0-9]{1,12})?) ?d(?:ays?)?$/i;
const numberPattern = /^[0-9]{1,13}(?:\.[0-9]+)?$/;
const isoPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?) ?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

export const dateFormats =
  'use 2027-12-31, 2027-12-31T18:00Z, unix seconds, or days from now such as 30d';
export const durationFormats = 'use seconds, or days such as 30d';

/**
 * Takes and returns unix seconds. Rejects numbers below 100 000 000 (in 1973), because they may be
 * a count of days or mean "never". A date without a time is midnight UTC.
 */
export function parseDate(text: string, now: number): number | null {
  const days = daysPattern.exec(text)?.[1];
  if (days !== undefined) return now + Math.round(Number(days) * day);
  if (numberPattern.test(text)) {
    const value = Number(text);
    return value >= 100_000_000 && value < 1e12 ? Math.floor(value) : null;
  }
  const [, date = '', time = '00:00', zone = 'Z'] = isoPattern.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00Z`);
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return null;
  const at = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

/** Returns the duration in seconds. */
export function parseDuration(text: string): number | null {
  const days = daysPattern.exec(text)?.[1];
  if (days !== undefined) return Math.round(Number(days) * day);
  return numberPattern.test(text) ? Math.floor(Number(text)) : null;
}
