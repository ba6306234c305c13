// Decides where a form shows an error: a short error below its field, any other below the button.
import type { ReactNode } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { wordsFor } from '../../copy/failure-words.ts';
import type { Moment, Situation } from '../../copy/words.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import { FailureBox } from './FailureBox.tsx';
import { SellerQuote } from './SellerQuote.tsx';

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
  /** True if the field's content is invalid; false if the field only shows the error. */
  readonly wrong: boolean;
}

export interface FormFaults {
  readonly of: (field: FieldName) => FieldFault;
  readonly below: BelowButton | null;
}

interface BelowButton {
  readonly failure: Failure;
  readonly drawn: ReactNode;
}

const faultless: FieldFault = { error: null, wrong: false };
const noFaults: FormFaults = { of: () => faultless, below: null };

/** An input error found before sending. A function, so that the text follows the language. */
export type Slip = (copy: Copy) => string;
export type Slips = Readonly<Partial<Record<FieldName, Slip>>>;

/** `fields` are in visible order. The last one shows short errors that concern no field. */
export function useFaults(
  failure: Failure | null,
  moment: Moment,
  fields: readonly FieldName[],
  slips: Slips | null,
): FormFaults {
  const { brand } = useParts().info;
  const copy = useCopy();
  if (slips !== null) return faultsOfSlips(copy, slips);
  if (failure === null) return noFaults;
  return faultsOf(copy, failure, { moment, brand: brand.name }, fields);
}

function faultsOfSlips(copy: Copy, slips: Slips): FormFaults {
  const of = (field: FieldName): FieldFault => {
    const slip = slips[field];
    return slip === undefined ? faultless : { error: slip(copy), wrong: true };
  };
  return { of, below: null };
}

const fieldOf: Readonly<Partial<Record<FailureCode, FieldName>>> = {
  'bad-credentials': 'password',
  'bad-code': 'code',
  'user-unknown': 'username',
  'forgot-user-unknown': 'username',
  'email-wrong': 'email',
  'new-username-taken': 'newUsername',
  'key-unknown': 'key',
  'key-used': 'key',
  'key-banned': 'key',
  'no-plan-for-level': 'key',
  'message-blank': 'message',
  'message-too-long': 'message',
};

/** Failures about a new user name, in every form that asks for one. */
const newNameErrors: readonly FailureCode[] = [
  'username-taken',
  'username-too-short',
  'username-reserved',
];

function faultsOf(
  copy: Copy,
  failure: Failure,
  situation: Situation,
  fields: readonly FieldName[],
): FormFaults {
  if (failure.code === 'invalid-input' && fields.some((name) => failure.fields.includes(name))) {
    const { fields: invalid } = failure;
    return {
      of: (field) =>
        invalid.includes(field) ? { error: fieldRule(copy, field), wrong: true } : faultless,
      below: null,
    };
  }
  const { brief } = wordsFor(copy, failure, situation);
  const expected = fieldOf[failure.code];
  const wrong = fields.find(
    (field) =>
      field === expected ||
      (newNameErrors.includes(failure.code) && (field === 'username' || field === 'newUsername')),
  );
  const shownAt = wrong ?? fields.at(-1);
  return {
    of: (field) =>
      field === shownAt ? { error: brief ?? null, wrong: field === wrong } : faultless,
    below: { failure, drawn: below(failure, situation.moment, brief !== undefined) },
  };
}

/** Returns the failure box, or only the service's message if a field already shows the error. */
function below(failure: Failure, moment: Moment, isShown: boolean): ReactNode {
  if (isShown) return <SellerQuote text={failure.sellerText} />;
  return <FailureBox key={failure.reportId} failure={failure} moment={moment} />;
}
