// Types for the texts of a failure and the situation that selects them.
import type { LinkName } from '../shared/loader-info.ts';

export interface FailureTexts {
  readonly title: string;
  /** The likely cause and one next step. */
  readonly text: string;
  /** Title and text in two lines, shown below a field if the user can fix the failure. */
  readonly brief?: string;
  /** Set to hide the support code, if the user can fix or ignore the failure. */
  readonly noCode?: true;
  readonly offer?: LinkName;
}

/**
 * The operation that failed. `saved`: a sign-in with saved credentials. `background`: automatic work
 * or a task. `screen`: any other operation.
 */
export type FailedOperation =
  | 'sign-in'
  | 'saved'
  | 'code'
  | 'redeem'
  | 'register'
  | 'trial'
  | 'key-sign-in'
  | 'forgot'
  | 'lost-key'
  | 'new-name'
  | 'change-password'
  | 'two-factor'
  | 'new-codes'
  | 'confirm-codes'
  | 'launch'
  | 'screen'
  | 'background';

export interface FailureContext {
  readonly operation: FailedOperation;
  readonly brand: string;
}
