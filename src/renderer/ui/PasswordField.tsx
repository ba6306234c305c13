// The password field. SECURITY: the password is only in the input element, never in React's state
// or in an attribute. takePassword reads and clears it in one step.
import { Eye, EyeOff } from 'lucide';
import { useState, type ReactNode, type RefObject } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';

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
  const copy = useCopy().password;
  const [shown, setShown] = useState(false);
  // A sent password must not become visible when the user types the next password.
  if (inFlight && shown) setShown(false);
  const visible = shown && !inFlight;
  const icon = visible ? EyeOff : Eye;
  return (
    <Field
      label={label ?? copy.label}
      ref={input}
      type={visible ? 'text' : 'password'}
      name="password"
      autoComplete={isNewPassword === true ? 'new-password' : 'current-password'}
      placeholder={inFlight ? '••••••••••' : undefined}
      readOnly={inFlight}
      error={error}
      wrong={wrong}
      hint={hint}
      onChange={onEdit}
      end={
        <button
          type="button"
          className="inside"
          aria-label={copy.show}
          aria-pressed={visible}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={icon} size={18} />
        </button>
      }
    />
  );
}
