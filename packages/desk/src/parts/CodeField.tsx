// Field for a one-time code or a recovery code.
import type { Ref } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | null;
  readonly inputMode?: 'numeric';
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

export function CodeField({ error = null, onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      autoComplete="one-time-code"
      className="mono"
      error={error}
      wrong={error !== null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
