// Password field with a button that shows the password.
import { Eye, EyeOff } from 'lucide';
import { useState, type Ref } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
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
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      type={shown ? 'text' : 'password'}
      error={error}
      wrong={error !== null}
      onChange={(event) => onChange(event.target.value)}
      end={
        <button
          type="button"
          className="inside"
          aria-pressed={shown}
          aria-label={shown ? signIn.hide : signIn.show}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={shown ? EyeOff : Eye} size={18} />
        </button>
      }
    />
  );
}
