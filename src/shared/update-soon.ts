// That the version which signed in is soon no longer taken, or is not now, as the service said with a check.

export interface UpdateSoon {
  readonly kind: 'update-soon';
  /** What to have instead; null: the service named none. */
  readonly version: string | null;
  /** An https address that the service named; shown with its host, never run. */
  readonly download: string | null;
  /** From then on this version is not taken, unix milliseconds. */
  readonly by: number | null;
}
