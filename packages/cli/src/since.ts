// Parses the ends of a period: a date, a time, or days before now.
import type { CliCall, CommandOption } from './command.ts';
import { wrongUsage } from './problem.ts';

const forms = '2026-11-01 (its start, UTC), 2026-11-01T18:00Z, or 7d for 7 days ago';

export const sinceOption = {
  since: { value: 'DATE', help: `from this date on: ${forms}`, parameter: 'since' },
} as const satisfies Readonly<Record<string, CommandOption>>;

export const periodOptions = {
  ...sinceOption,
  until: { value: 'DATE', help: 'up to this date, in the same forms', parameter: 'until' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Returns the option in unix seconds. Throws a usage error for another text. */
export function dateOf({ args }: CliCall, option: 'since' | 'until'): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  const date = parseSince(text, Math.floor(Date.now() / 1000));
  if (date === null)
    throw wrongUsage(`--${option} must be a date such as 2026-11-01, or days such as 7d.`);
  return date;
}

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
