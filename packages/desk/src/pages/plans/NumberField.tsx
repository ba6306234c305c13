// Field for a whole number, as text.
import { Field } from '@latchkey/kit/Field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

export function NumberField({ error, onChange, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      error={error}
      wrong={error !== null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
