// Decides where a form shows an error: a short error below its field, any other below the button.
import { useState, type ReactNode } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import type { FailedOperation, FailureContext } from '../../copy/failure-text-types.ts';
import { isEnvironment, type Failure, type FailureCode } from '../../shared/failure.ts';
import { FailureBox } from './FailureBox.tsx';
import { SellerQuote } from './SellerQuote.tsx';

export type FieldName =
  | 'username'
  | 'password'
  | 'code'
  | 'key'
  | 'email'
  | 'newUsername'
  | 'newPassword'
  | 'message';

export interface FieldError {
  readonly error: string | null;
  /** True if the field's content is invalid; false if the field only shows the error. */
  readonly wrong: boolean;
}

export interface FormErrors {
  readonly of: (field: FieldName) => FieldError;
  readonly below: BelowButton | null;
}

interface BelowButton {
  readonly failure: Failure;
  readonly element: ReactNode;
}

const noFieldError: FieldError = { error: null, wrong: false };
const noErrors: FormErrors = { of: () => noFieldError, below: null };

/** An input error found before sending. A function, so that the text follows the language. */
export type InputError = (copy: Copy) => string;
export type InputErrors = Readonly<Partial<Record<FieldName, InputError>>>;

/** Returns null once an input has changed, except for failures that no input causes. */
export function useFailureOf(failure: Failure | null, ...inputs: readonly string[]) {
  const subject = JSON.stringify(inputs);
  const [reported, setReported] = useState({ failure, subject });
  if (reported.failure !== failure) setReported({ failure, subject });
  const isStale = reported.failure === failure && reported.subject !== subject;
  return failure !== null && isStale && !isEnvironment(failure.code) ? null : failure;
}

/** `fields` are in visible order. The last one shows short errors that concern no field. */
export function useFormErrors(
  failure: Failure | null,
  operation: FailedOperation,
  fields: readonly FieldName[],
  inputErrors: InputErrors | null,
): FormErrors {
  const { brand } = useLoaderContext().info;
  const copy = useCopy();
  if (inputErrors !== null) return errorsOfInputs(copy, inputErrors);
  if (failure === null) return noErrors;
  return errorsOfFailure(copy, failure, { operation, brand: brand.name }, fields);
}

function errorsOfInputs(copy: Copy, inputErrors: InputErrors): FormErrors {
  const of = (field: FieldName): FieldError => {
    const inputError = inputErrors[field];
    return inputError === undefined ? noFieldError : { error: inputError(copy), wrong: true };
  };
  return { of, below: null };
}

const fieldByCode: Readonly<Partial<Record<FailureCode, FieldName>>> = {
  'bad-credentials': 'password',
  'bad-code': 'code',
  'password-guessable': 'password',
  'user-unknown': 'username',
  'forgot-user-unknown': 'username',
  'email-wrong': 'email',
  'email-taken': 'email',
  'new-username-taken': 'newUsername',
  'key-unknown': 'key',
  'key-used': 'key',
  'key-banned': 'key',
  'no-plan-for-level': 'key',
  'message-blank': 'message',
  'message-too-long': 'message',
};

/** A form with two passwords shows a rule about new ones at the second. */
function fieldOf({ code }: Failure, fields: readonly FieldName[]): FieldName | undefined {
  const asksForNew = code === 'password-guessable' && fields.includes('newPassword');
  return asksForNew ? 'newPassword' : fieldByCode[code];
}

/** Failures about a new user name, in every form that asks for one. */
const newNameErrors: readonly FailureCode[] = [
  'username-taken',
  'username-too-short',
  'username-reserved',
];

function errorsOfFailure(
  copy: Copy,
  failure: Failure,
  context: FailureContext,
  fields: readonly FieldName[],
): FormErrors {
  if (failure.code === 'invalid-input' && fields.some((name) => failure.fields.includes(name))) {
    const { fields: invalid } = failure;
    return {
      of: (field) =>
        invalid.includes(field) ? { error: fieldRule(copy, field), wrong: true } : noFieldError,
      below: null,
    };
  }
  const { brief } = failureTexts(copy, failure, context);
  const expected = fieldOf(failure, fields);
  const wrong = fields.find(
    (field) =>
      field === expected ||
      (newNameErrors.includes(failure.code) && (field === 'username' || field === 'newUsername')),
  );
  const displayField = wrong ?? fields.at(-1);
  return {
    of: (field) =>
      field === displayField ? { error: brief ?? null, wrong: field === wrong } : noFieldError,
    below: { failure, element: below(failure, context.operation, brief !== undefined) },
  };
}

/** Returns the failure box, or only the service's message if a field already shows the error. */
function below(failure: Failure, operation: FailedOperation, isShownAtField: boolean): ReactNode {
  if (isShownAtField) return <SellerQuote text={failure.sellerText} />;
  return <FailureBox key={failure.reportId} failure={failure} operation={operation} />;
}
