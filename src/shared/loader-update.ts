// A newer release of the loader itself, downloaded and verified.

export interface LoaderUpdate {
  readonly version: string;
  /** Plain text of the seller; empty if there is none. */
  readonly notes: string;
}
