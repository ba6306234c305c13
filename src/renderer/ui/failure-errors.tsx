// Decides where a form shows a failure: briefly below its field, or else below the button.
import type { ReactNode } from 'react';
import type { Copy } from '../../copy/copy.ts';
import { failureTexts } from '../../copy/failure-texts.ts';
import type { FailedOperation, FailureContext } from '../../copy/failure-text-types.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import { FailureBox } from './FailureBox.tsx';
import { type FieldName, type FormErrors, noFieldError } from './form-errors.tsx';
import { SellerQuote } from './SellerQuote.tsx';

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

export function errorsOfFailure(
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
