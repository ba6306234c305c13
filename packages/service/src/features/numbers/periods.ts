// Computes the day, week and month of a moment in a time zone. A period is named by its first day,
// as `YYYY-MM-DD`, and a week begins on Monday.
import type { SeriesPeriod } from '@latchkey/protocol/seller/series.ts';

const secondsPerDay = 86_400;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `timeZone` is an IANA name, and `at` unix seconds. */
export function dayOf(timeZone: string, at: number): string {
  if (timeZone === 'UTC') return textOf(at);
  let format = formats.get(timeZone);
  if (format === undefined) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...digits });
    formats.set(timeZone, format);
  }
  const [month = '', day = '', year = ''] = format.format(at * 1000).split('/');
  return `${year}-${month}-${day}`;
}

/** Returns the first day of the period that contains the day. */
export function firstDayOf(day: string, period: SeriesPeriod): string {
  if (period === 'day') return day;
  if (period === 'month') return `${day.slice(0, 8)}01`;
  const date = new Date(`${day}T00:00Z`);
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return textOf(date.getTime() / 1000 - daysSinceMonday * secondsPerDay);
}

/** Returns the first day of the next period. `day` is the first day of one. */
export function nextPeriod(day: string, period: SeriesPeriod): string {
  const longest = { day: 1, week: 7, month: 31 }[period];
  return firstDayOf(addDays(day, longest), period);
}

export function addDays(day: string, days: number): string {
  return textOf(Date.parse(`${day}T00:00Z`) / 1000 + days * secondsPerDay);
}

function textOf(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}
