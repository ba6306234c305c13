// What is wrong with a form, and where it is said: under the field that it speaks of, where two lines suffice and the user can
// mend it; everything else stands whole below the button.
import type { ReactNode } from 'react';
import type { Copy } from '../../copy/copy.ts';
import type { Failure } from '../../shared/failure.ts';

export type FieldName =
  | 'username'
  | 'password'
  | 'code'
  | 'key'
  | 'email'
  | 'newUsername'
  | 'message';

export interface FieldFault {
  readonly error: string | null;
  /** What is in the field is what is wrong; else the field only lends its place. */
  readonly wrong: boolean;
}

export interface FormFaults {
  readonly of: (field: FieldName) => FieldFault;
  readonly below: BelowButton | null;
}

export interface BelowButton {
  readonly failure: Failure;
  readonly drawn: ReactNode;
}

const faultless: FieldFault = { error: null, wrong: false };
export const noFaults: FormFaults = { of: () => faultless, below: null };

/** What the form itself found wrong before it asked; told anew when the language changes. */
export type Slip = (copy: Copy) => string;
export type Slips = Readonly<Partial<Record<FieldName, Slip>>>;

export function faultsOfSlips(copy: Copy, slips: Slips): FormFaults {
  const of = (field: FieldName): FieldFault => {
    const slip = slips[field];
    return slip === undefined ? faultless : { error: slip(copy), wrong: true };
  };
  return { of, below: null };
}

export function faultsAt(
  wrong: (field: FieldName) => FieldFault | null,
  below: BelowButton | null,
): FormFaults {
  return { of: (field) => wrong(field) ?? faultless, below };
}
