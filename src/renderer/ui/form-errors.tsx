// The errors that a form shows. The second script has the errors of failures (failure-errors.tsx).
import { useState, type ReactNode } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';
import type { Copy } from '../../copy/copy.ts';
import type { FailedOperation } from '../../copy/failure-text-types.ts';
import { isEnvironment, type Failure } from '../../shared/failure.ts';

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

export const noFieldError: FieldError = { error: null, wrong: false };
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
  const { info, later, copy } = useFirstContext();
  // The texts of a form are loaded together with it.
  if (inputErrors !== null) return errorsOfInputs(copy as Copy, inputErrors);
  if (failure === null || later === null) return noErrors;
  return later.errorsOfFailure(
    copy as Copy,
    failure,
    { operation, brand: info.brand.name },
    fields,
  );
}

function errorsOfInputs(copy: Copy, inputErrors: InputErrors): FormErrors {
  const of = (field: FieldName): FieldError => {
    const inputError = inputErrors[field];
    return inputError === undefined ? noFieldError : { error: inputError(copy), wrong: true };
  };
  return { of, below: null };
}
