// Input field for a one-time code.
import { useCopy } from '../bridge/loader-context.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import type { FormErrors } from './form-errors.tsx';
import type { CodeInput } from './use-code.ts';

export interface CodeFieldProps {
  readonly input: CodeInput;
  readonly errors: FormErrors;
}

export function CodeField({ input: { command, code, field, edit }, errors }: CodeFieldProps) {
  return (
    <Field
      label={useCopy().code.label}
      ref={field}
      className="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      value={code}
      readOnly={command.pending}
      {...errors.of('code')}
      onChange={edit}
    />
  );
}
