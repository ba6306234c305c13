// The notice that the service will soon reject, or already rejects, this version.

export interface UpdateWarning {
  readonly kind: 'update-soon';
  /** The version to install instead; null if the service named none. */
  readonly version: string | null;
  /** An https address from the service; shown with its host, never run. */
  readonly download: string | null;
  /** When the service begins to reject this version, unix milliseconds; null if unknown. */
  readonly supportedUntil: number | null;
}
