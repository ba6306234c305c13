// The job that loader-kill-rounds.ts passes to killed-loader.ts in the variable LOADER_JOB.
export interface LoaderJob {
  /** The content of loader.config.json. */
  readonly config: object;
  /** Contains `apps` with the AppImage, and `data`. */
  readonly home: string;
  readonly workerFile: string;
  /** Signs in and saves this account; null signs in with the saved one. */
  readonly account: { readonly username: string; readonly password: string } | null;
  /** Whether to press "Restart now" when an update is ready. */
  readonly restartsNow: boolean;
  /** Receives a line for each step. */
  readonly traceFile: string | null;
  /** The step at which the process is killed; null for none. */
  readonly kill: KillPoint | null;
}

export interface KillPoint {
  /** As the trace names it. */
  readonly step: string;
  /** `half`: after half of a write. */
  readonly when: 'before' | 'half' | 'after';
}

export const brandId = 'tools.fjord.loader';
export const imageName = 'Fjord.AppImage';
/** The exit code of a loader that would start again as another version. */
export const restartCode = 75;
