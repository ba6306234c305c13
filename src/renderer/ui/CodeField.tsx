// Input field for a one-time code.
import { useCopy } from '../bridge/loader-context.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import type { FormFaults } from './form-faults.tsx';
import type { CodeInput } from './use-code.ts';

export interface CodeFieldProps {
  readonly input: CodeInput;
  readonly faults: FormFaults;
}

export function CodeField({ input: { command, code, field, edit }, faults }: CodeFieldProps) {
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
      {...faults.of('code')}
      onChange={edit}
    />
  );
}
