// The password field. SECURITY: the password is only in the input element, never in React's state
// or in an attribute. takePassword reads and clears it in one step.
import type { ReactNode, RefObject } from 'react';
import { PasswordField as KitPasswordField } from '@latchkey/kit/PasswordField.tsx';
import { useFirstCopy } from '../bridge/first-context.ts';

export interface PasswordFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly error: string | null;
  readonly wrong: boolean;
  /** While a password is in flight, the field is empty and read-only but looks filled. */
  readonly inFlight: boolean;
  /** Set if the form has several passwords. */
  readonly label?: string;
  /** Set if the user chooses a new password. */
  readonly isNewPassword?: true;
  readonly hint?: ReactNode;
  readonly onEdit: () => void;
}

export function takePassword(input: RefObject<HTMLInputElement | null>): string {
  const password = input.current?.value ?? '';
  if (input.current !== null) input.current.value = '';
  return password;
}

export function PasswordField({
  input,
  error,
  wrong,
  inFlight,
  label,
  isNewPassword,
  hint,
  onEdit,
}: PasswordFieldProps) {
  const copy = useFirstCopy().password;
  return (
    <KitPasswordField
      label={label ?? copy.label}
      ref={input}
      showLabel={copy.show}
      // A sent password must not become visible when the user types the next password.
      isHidden={inFlight}
      name="password"
      autoComplete={isNewPassword === true ? 'new-password' : 'current-password'}
      placeholder={inFlight ? '••••••••••' : undefined}
      readOnly={inFlight}
      error={error}
      wrong={wrong}
      hint={hint}
      onChange={onEdit}
    />
  );
}
