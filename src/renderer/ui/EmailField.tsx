// The field for the e-mail address to which a mail is requested, and its check.
import type { RefObject } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../bridge/loader-context.ts';
import { isValidEmail } from '../input/field-rules.ts';
import type { FieldError, InputErrors } from './form-errors.tsx';

export function validateEmail(email: string): InputErrors | null {
  if (email.trim() === '') return { email: ({ register }) => register.emailMissing };
  return isValidEmail(email) ? null : { email: ({ register }) => register.emailRule };
}

export interface EmailFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly readOnly: boolean;
  readonly fieldError: FieldError;
}

export function EmailField({ field, email, onEmail, readOnly, fieldError }: EmailFieldProps) {
  return (
    <Field
      label={useCopy().register.email}
      ref={field}
      inputMode="email"
      name="email"
      autoComplete="email"
      dir="ltr"
      value={email}
      readOnly={readOnly}
      {...fieldError}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  );
}
