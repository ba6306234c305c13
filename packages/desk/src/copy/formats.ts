// Formats dates, numbers and durations in the desk's language and the browser's time zone. Times
// are unix seconds, as the seller API sends them: numbers or texts.

type Seconds = number | string;
type Period = 'day' | 'week' | 'month';

export interface Formats {
  /** A day, such as "18 Nov 2026". */
  readonly date: (at: Seconds) => string;
  /** Date and time, such as "18 Nov 2026, 09:30". */
  readonly dateTime: (at: Seconds) => string;
  /** A period of numbers by its first day (ISO, UTC): the day, the week's first day, the month. */
  readonly day: (date: string, by: Period) => string;
  /** The same, short for an axis. */
  readonly shortDay: (date: string, by: Period) => string;
  /** How long ago or until then, such as "5 minutes ago". */
  readonly relative: (at: Seconds, nowMs: number) => string;
  readonly number: (value: Seconds) => string;
  /** A number with its sign, such as "+50" or "−3". */
  readonly signed: (value: Seconds) => string;
  /** A duration in days, such as "30 days". */
  readonly days: (seconds: Seconds) => string;
  /** A waiting time in whole minutes, rounded up. */
  readonly minutes: (seconds: Seconds) => string;
  /** A duration in one unit, such as "12 hours". */
  readonly duration: (count: number, unit: 'second' | 'minute' | 'hour' | 'day') => string;
  /** An amount in the smallest unit of a currency, such as "€9.99". */
  readonly money: (amount: number, currency: string) => string;
  /** A share from 0 to 1. */
  readonly percent: (share: number) => string;
}

/** The amount in whole units, with as many digits as the currency has. */
export function decimalAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Shops can send texts that are no currency. Most currencies have two digits. */
function digitsOf(currency: string): number {
  if (!isCurrency(currency)) return 2;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}

function isCurrency(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency);
}

function moneyText(locale: string, amount: number, currency: string): string {
  const units = amount / 10 ** digitsOf(currency);
  if (isCurrency(currency))
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(units);
  const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(units);
  return currency === '' ? text : `${text} ${currency}`;
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function createFormats(locale: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const utc = { timeZone: 'UTC' } as const;
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...utc });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...utc });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', ...utc });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', ...utc });
  const number = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const days = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
  const minutes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  });
  return {
    date: (at) => date.format(Number(at) * 1000),
    dateTime: (at) => dateTime.format(Number(at) * 1000),
    day: (date, by) => (by === 'month' ? month : longDay).format(Date.parse(date)),
    shortDay: (date, by) => (by === 'month' ? shortMonth : shortDay).format(Date.parse(date)),
    relative: (at, nowMs) => {
      const seconds = Number(at) - nowMs / 1000;
      const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative.format(Math.trunc(seconds / size), unit);
    },
    number: (value) => number.format(Number(value)),
    signed: (value) => signed.format(Number(value)),
    days: (seconds) => days.format(Number(seconds) / 86_400),
    minutes: (seconds) => minutes.format(Math.max(1, Math.ceil(Number(seconds) / 60))),
    duration: (count, unit) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    money: (amount, currency) => moneyText(locale, amount, currency),
    percent: (share) => percent.format(share),
  };
}
