// The password field of the desk's forms.
import type { Ref } from 'react';
import { PasswordField as KitPasswordField } from '@latchkey/kit/PasswordField.tsx';
import { useCopy } from '../../copy/language.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | null;
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ onChange, error = null, ...rest }: PasswordFieldProps) {
  const { signIn } = useCopy();
  return (
    <KitPasswordField
      {...rest}
      showLabel={signIn.show}
      error={error}
      wrong={error !== null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
