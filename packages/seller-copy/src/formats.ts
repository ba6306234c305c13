// How the caller shows times and durations: the command line in UTC and days, the desk with Intl.

export interface Formats {
  /** Unix seconds as text, or another text of a service that differs. */
  readonly time: (seconds: string) => string;
  /** A duration in seconds as text. */
  readonly duration: (seconds: string) => string;
}
