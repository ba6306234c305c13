// The texts of a failure, and the moments that select them.
import type { LinkName } from '../shared/loader-info.ts';

export interface Words {
  readonly title: string;
  /** The likely cause, and one next step. */
  readonly text: string;
  /** Title and text in two lines below a field, for failures that the user can fix alone. */
  readonly brief?: string;
  /** Hides the support code, for failures that the user can fix or ignore. */
  readonly noCode?: true;
  readonly offer?: LinkName;
}

/**
 * The situation in which a failure is shown. `kept`: about a saved sign-in. `background`: about
 * automatic work or a task. `screen`: none of the others.
 */
export type Moment =
  | 'sign-in'
  | 'kept'
  | 'code'
  | 'redeem'
  | 'register'
  | 'key-alone'
  | 'forgot'
  | 'new-name'
  | 'two-factor'
  | 'launch'
  | 'screen'
  | 'background';

export interface Situation {
  readonly moment: Moment;
  readonly brand: string;
}
