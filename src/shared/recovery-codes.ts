// Recovery codes of the account, as they cross the bridge.

/** SECURITY: only in a Result, never a snapshot. Screens discard them when they close. */
export type RecoveryCodes = readonly string[];

/** The facts in the file that the user saves. */
export interface RecoverySheet {
  readonly brand: string;
  /** The user as the screens name them. */
  readonly username: string;
  readonly codes: RecoveryCodes;
}
