// Dates and durations in the customer's language. Times are unix seconds.

export interface Formats {
  readonly date: (at: number) => string;
  readonly dateTime: (at: number) => string;
  /** A day that is the same in every time zone. */
  readonly day: (at: number) => string;
  /** Whole days, such as "30 days". */
  readonly days: (seconds: number) => string;
  /** Such as "85.2 MB". */
  readonly bytes: (count: number) => string;
  /** Whole minutes, rounded up. */
  readonly minutes: (seconds: number) => string;
}

export function createFormats(locale: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const unit = (name: 'day' | 'minute') =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    });
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const [days, minutes] = [unit('day'), unit('minute')];
  return {
    date: (at) => date.format(at * 1000),
    day: (at) => day.format(at * 1000),
    dateTime: (at) => dateTime.format(at * 1000),
    days: (seconds) => days.format(Math.floor(seconds / 86_400)),
    bytes: (count) => megabytes.format(count / 1_000_000),
    minutes: (seconds) => minutes.format(Math.max(1, Math.ceil(seconds / 60))),
  };
}
