// What is said about a failure, and the moments that change its wording.
import type { LinkName } from '../shared/loader-info.ts';

export interface Words {
  readonly title: string;
  /** Why we think so, and the one thing to do. */
  readonly text: string;
  /** Both in two lines below a field. Where it is there, the user can mend it: no support code is needed. */
  readonly brief?: string;
  /** Where no field is to stand below: the user can mend it, or lives well with it. */
  readonly noCode?: true;
  /** A configured link that helps. */
  readonly offer?: LinkName;
}

/**
 * Where the failure is shown. `kept`: above the sign-in form, after an automatic sign-in. `screen`: it fills the window.
 * `background`: in a notice, about something nobody asked for just now.
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
  /** The name of the brand, where others would say "the seller". */
  readonly brand: string;
}
