// What "Check for updates" found, as the page says it. Missing if nothing was asked for releases.

export interface Found {
  readonly subscriptions: boolean;
  /** The version of an update, like `loader`; null if there is none. */
  readonly program: string | null;
  readonly loader: string | null;
}
