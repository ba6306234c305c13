// Where a failure of a form is said: under the field that it speaks of, where two lines suffice and the user can mend it;
// everything else stands whole below the button.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { Copy } from '../../copy/copy.ts';
import { fieldRule } from '../../copy/failure-facts.ts';
import { wordsFor } from '../../copy/failure-words.ts';
import type { Moment, Situation } from '../../copy/words.ts';

export type FieldName = 'username' | 'password' | 'code' | 'key';

export interface FieldFault {
  readonly error: string | null;
  /** What is in the field is what is wrong; else the field only lends its place. */
  readonly wrong: boolean;
}

export interface FormFaults {
  readonly of: (field: FieldName) => FieldFault;
  /** `quote`: only the service's own words are left to say. */
  readonly below: BelowButton | null;
}

export interface BelowButton {
  readonly kind: 'whole' | 'quote';
  readonly failure: Failure;
  readonly moment: Moment;
}

const speaksOf: Readonly<Partial<Record<FailureCode, FieldName>>> = {
  'bad-credentials': 'password',
  'bad-code': 'code',
  'user-unknown': 'username',
  'key-unknown': 'key',
  'key-used': 'key',
  'key-banned': 'key',
  'no-plan-for-level': 'key',
};

const faultless: FieldFault = { error: null, wrong: false };

/** What the form itself found wrong before it asked; told anew when the language changes. */
export type Slip = (copy: Copy) => string;
export type Slips = Readonly<Partial<Record<FieldName, Slip>>>;

function faultsOfSlips(copy: Copy, slips: Slips): FormFaults {
  const of = (field: FieldName): FieldFault => {
    const slip = slips[field];
    return slip === undefined ? faultless : { error: slip(copy), wrong: true };
  };
  return { of, below: null };
}

/** `fields`: those of the form, in their order; the last one lends its place to what speaks of none. */
export function useFaults(
  failure: Failure | null,
  moment: Moment,
  fields: readonly FieldName[],
  slips: Slips | null,
): FormFaults {
  const { brand } = useParts().info;
  const copy = useCopy();
  if (slips !== null) return faultsOfSlips(copy, slips);
  return faultsOf(copy, failure, { moment, brand: brand.name }, fields);
}

function faultsOf(
  copy: Copy,
  failure: Failure | null,
  situation: Situation,
  fields: readonly FieldName[],
): FormFaults {
  if (failure === null) return { of: () => faultless, below: null };
  if (failure.code === 'invalid-input' && fields.some((name) => failure.fields.includes(name)))
    return {
      of: (field) =>
        failure.fields.includes(field) ? { error: fieldRule(copy, field), wrong: true } : faultless,
      below: null,
    };
  const { brief } = wordsFor(copy, failure, situation);
  const named = speaksOf[failure.code];
  const wrong = fields.find((field) => field === named);
  const place = wrong ?? fields.at(-1);
  return {
    of: (field) => (field === place ? { error: brief ?? null, wrong: field === wrong } : faultless),
    below: { kind: brief === undefined ? 'whole' : 'quote', failure, moment: situation.moment },
  };
}
