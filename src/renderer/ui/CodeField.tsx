// Input field for a one-time code or a recovery code.
import type { Ref } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { Field, type FieldProps } from '@latchkey/kit/Field.tsx';
import type { CodeKind } from '../input/code-kinds.ts';
import type { FormErrors } from './form-errors.tsx';
import type { CodeText } from './use-code-text.ts';
import type { CodeInput } from './use-code.ts';

export interface CodeFieldProps {
  readonly input: CodeInput;
  readonly errors: FormErrors;
}

export function CodeField({ input: { kind, command, code, field, edit }, errors }: CodeFieldProps) {
  return (
    <CodeBox
      kind={kind}
      ref={field}
      value={code}
      readOnly={command.pending}
      {...errors.of('code')}
      onChange={edit}
    />
  );
}

export interface CodeTextFieldProps {
  readonly code: CodeText;
  readonly errors: FormErrors;
  readonly inFlight: boolean;
  readonly onEdit: () => void;
}

/** The field in a form that has other fields. */
export function CodeTextField({
  code: { kind, text, field, edit },
  errors,
  inFlight,
  onEdit,
}: CodeTextFieldProps) {
  return (
    <CodeBox
      kind={kind}
      ref={field}
      value={text}
      readOnly={inFlight}
      {...errors.of('code')}
      onChange={(event) => {
        onEdit();
        edit(event);
      }}
    />
  );
}

interface CodeBoxProps extends Pick<
  FieldProps,
  'value' | 'readOnly' | 'error' | 'wrong' | 'onChange'
> {
  readonly kind: CodeKind;
  readonly ref: Ref<HTMLInputElement>;
}

function CodeBox({ kind, ...rest }: CodeBoxProps) {
  const { code, recoveryCode } = useCopy();
  const isApp = kind === 'app';
  return (
    <Field
      label={isApp ? code.label : recoveryCode.label}
      className={isApp ? 'code' : 'mono'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      dir="ltr"
      {...rest}
    />
  );
}
