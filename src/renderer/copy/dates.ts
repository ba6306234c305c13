// Times in words: dates in the window's language and the user's time zone, lengths of time rounded down so that nothing is
// promised. Times and lengths are milliseconds.
import { language } from './language.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Such as "18 November 2026 at 09:30". */
export function dateAndTime(at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** Such as "09:30": the first full minute that is not before. */
export function timeFrom(at: number): string {
  const fullMinute = Math.ceil(at / minute) * minute;
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(fullMinute);
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The largest whole unit, such as "3 days", "5 hours", "1 minute"; below a minute "less than a minute". */
export function lengthInWords(ms: number): string {
  if (ms >= day) return counted(Math.floor(ms / day), 'day');
  if (ms >= hour) return counted(Math.floor(ms / hour), 'hour');
  if (ms >= minute) return counted(Math.floor(ms / minute), 'minute');
  return 'less than a minute';
}

/** How long ago something was, such as "just now", "4 s ago", "12 min ago". */
export function ago(ms: number): string {
  if (ms < 2000) return 'just now';
  if (ms < minute) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`;
  return ms < day
    ? `${Math.floor(ms / hour)} h ago`
    : `${counted(Math.floor(ms / day), 'day')} ago`;
}

/** A countdown, such as "4:05" or "1:02:09"; never below "0:00". */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const tail = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/** Such as "1,048,576". */
export function digits(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}
