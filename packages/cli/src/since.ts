// Parses the beginning of a period: a date, a time, or days before now.

const day = 86_400;
const daysPattern = /^([0-9]{1,6}) ?d(?:ays?)?$/i;
const secondsPattern = /^[0-9]{9,12}$/;
const isoPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?) ?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

/**
 * Takes and returns unix seconds, or returns null for another text. A date without a time means the
 * start of that day in UTC.
 */
export function parseSince(text: string, now: number): number | null {
  const days = daysPattern.exec(text)?.[1];
  if (days !== undefined) return now - Number(days) * day;
  if (secondsPattern.test(text)) return Number(text);
  const [, date = '', time = '00:00', zone = 'Z'] = isoPattern.exec(text) ?? [];
  const start = Date.parse(`${date}T00:00Z`);
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return null;
  const at = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
