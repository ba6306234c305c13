// Fields for a password and for a code, as several forms have them.
import { Field } from '@latchkey/kit/Field.tsx';
import { PasswordField } from '@latchkey/kit/PasswordField.tsx';
import { useCopy } from '../copy/language.ts';
import { focusFirst } from './focus-first.ts';

interface TextFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface PasswordInputProps extends TextFieldProps {
  readonly label: string;
  /** For a password that the person chooses now. */
  readonly isNew?: boolean;
}

export function PasswordInput({ label, isNew = false, value, onChange }: PasswordInputProps) {
  const { signIn } = useCopy();
  return (
    <PasswordField
      label={label}
      showLabel={signIn.show}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface CodeInputProps extends TextFieldProps {
  readonly label?: string;
  /** Replaces a field that had the focus. */
  readonly isFirst?: boolean;
}

export function CodeInput({ label, isFirst = false, value, onChange }: CodeInputProps) {
  const { signIn } = useCopy();
  return (
    <Field
      label={label ?? signIn.code}
      {...(isFirst && { ref: focusFirst })}
      className="mono"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
