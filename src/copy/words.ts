// The words of a failure, and the moments that change them.
import type { LinkName } from '../shared/loader-info.ts';

export interface Words {
  readonly title: string;
  /** Why we think so, and one thing to do. */
  readonly text: string;
  /** Both in two lines below a field, for problems that the user can fix without a support code. */
  readonly brief?: string;
  /** For failures without a field that the user can fix or ignore: no support code. */
  readonly noCode?: true;
  readonly offer?: LinkName;
}

/**
 * Where the failure is shown. `kept`: above the sign-in form, after an automatic sign-in.
 * `screen`: the failure fills the window. `background`: in a notice, about automatic work.
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
