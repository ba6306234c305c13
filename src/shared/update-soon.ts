// The notice that the service will soon reject this version, or already does.

export interface UpdateSoon {
  readonly kind: 'update-soon';
  /** The version to install instead; null: the service named none. */
  readonly version: string | null;
  /** An https address from the service; shown with its host, never run. */
  readonly download: string | null;
  /** The service rejects this version from this time on; unix milliseconds. */
  readonly by: number | null;
}
