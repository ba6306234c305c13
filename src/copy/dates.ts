// Formats times and durations, given in milliseconds, in the window's language and the user's time
// zone. Remaining time is rounded up. Ages and durations are rounded down.
import type { FirstCopy } from './copy.ts';
import { fill } from './sentences.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Returns a date and time, such as "18 November 2026 at 09:30". */
export function formatDateTime({ locale }: Pick<FirstCopy, 'locale'>, at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** Returns the day of an end, with the time if `now` is known and within 48 hours of the end. */
export function formatEnd(copy: Pick<FirstCopy, 'locale'>, at: number, now: number | null): string {
  if (now !== null && Math.abs(at - now) <= 2 * day) return formatDateTime(copy, at);
  return new Intl.DateTimeFormat(copy.locale, { dateStyle: 'long' }).format(at);
}

/**
 * Returns the weekday and time of an end, such as "Friday, 14:00". If the end is almost a week ahead,
 * or `now` is unknown, returns the date instead.
 */
export function formatWeekdayTime(
  copy: Pick<FirstCopy, 'locale'>,
  at: number,
  now: number | null,
): string {
  if (now === null || at - now >= 6 * day) return formatDateTime(copy, at);
  const part = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(copy.locale, style).format(at);
  return `${part({ weekday: 'long' })}, ${part({ timeStyle: 'short' })}`;
}

/** Returns a day that has no time zone, such as "24 November 2026" for "2026-11-24". */
export function formatDay({ locale }: Pick<FirstCopy, 'locale'>, date: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(date));
}

/** Returns a time of day rounded up to a full minute, such as "09:30". */
export function formatTimeRoundedUp({ locale }: FirstCopy, at: number): string {
  const fullMinute = Math.ceil(at / minute) * minute;
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(fullMinute);
}

/** Rounds down to the largest unit that fits. Returns null below a minute. */
function largestUnit(ms: number): { readonly count: number; readonly unit: Unit } | null {
  if (ms >= day) return { count: Math.floor(ms / day), unit: 'day' };
  if (ms >= hour) return { count: Math.floor(ms / hour), unit: 'hour' };
  return ms >= minute ? { count: Math.floor(ms / minute), unit: 'minute' } : null;
}

/**
 * Rounds up, so that 4 days and 1 hour become 5 days. Hours and days ignore the seconds: the
 * service's time is accurate to about a second, and 30 days just bought must not become 31.
 */
function largestUnitRoundedUp(ms: number): ReturnType<typeof largestUnit> {
  if (ms < minute) return null;
  const minutes = Math.ceil(ms / minute);
  if (minutes < 60) return { count: minutes, unit: 'minute' };
  const wholeMinutes = Math.floor(ms / minute);
  const hours = Math.ceil(wholeMinutes / 60);
  return hours < 24
    ? { count: hours, unit: 'hour' }
    : { count: Math.ceil(hours / 24), unit: 'day' };
}

function formatUnit({ locale }: FirstCopy, count: number, unit: Unit): string {
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, style).format(count);
}

/** Returns a duration rounded down, such as "3 days" or "less than a minute". */
export function formatDuration(copy: FirstCopy, ms: number): string {
  const length = largestUnit(ms);
  return length === null ? copy.times.lessThanMinute : formatUnit(copy, length.count, length.unit);
}

/** Returns a remaining time rounded up, such as "5 days" or "less than a minute". */
export function formatTimeLeft(copy: FirstCopy, ms: number): string {
  const length = largestUnitRoundedUp(ms);
  return length === null ? copy.times.lessThanMinute : formatUnit(copy, length.count, length.unit);
}

/** Returns a duration with seconds below a minute, such as "45 seconds" or "4 minutes". */
export function formatShortDuration(copy: FirstCopy, ms: number): string {
  return ms < minute
    ? formatUnit(copy, Math.round(ms / second), 'second')
    : formatDuration(copy, ms);
}

/** Returns a remaining time rounded up, such as "in 3 days" or "in less than a minute". */
export function formatTimeUntil(copy: FirstCopy, ms: number): string {
  const length = largestUnitRoundedUp(ms);
  if (length === null) return copy.times.inLessThanMinute;
  return new Intl.RelativeTimeFormat(copy.locale).format(length.count, length.unit);
}

/** Returns an age, such as "just now", "4 s ago", "12 min ago" or "2 days ago". */
export function formatAge(copy: FirstCopy, ms: number): string {
  const { times, locale } = copy;
  const counting = (count: number) => ({ count: formatNumber(copy, Math.floor(count)) });
  if (ms < 2 * second) return times.justNow;
  if (ms < minute) return fill(times.secondsAgo, counting(ms / second));
  if (ms < hour) return fill(times.minutesAgo, counting(ms / minute));
  if (ms < day) return fill(times.hoursAgo, counting(ms / hour));
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(ms / day), 'day');
}

/** Returns a countdown, such as "4:05" or "1:02:09". It never goes below "0:00". */
export function formatCountdown({ locale }: FirstCopy, ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / second));
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const padded = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: 2 });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const tail = padded.format(seconds % 60);
  return hours > 0
    ? `${plain.format(hours)}:${padded.format(minutes)}:${tail}`
    : `${plain.format(minutes)}:${tail}`;
}

/** Returns a number in the digits of the language, such as "1,048,576". */
export function formatNumber({ locale }: FirstCopy, value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}
