// Holds the state of a field for a code. The sixth digit of a one-time code submits the form, and a
// change clears the error. SECURITY: submitting clears the code.
import { useRef, useState, type ChangeEvent, type RefObject } from 'react';
import type { FailedOperation } from '../../copy/failure-text-types.ts';
import { useLimitedCommand, type LimitedCommand } from '../bridge/use-limited-command.ts';
import { isEnvironment, type Result } from '../../shared/failure.ts';
import { codeLength } from '@latchkey/protocol/limits.ts';
import { codeError, readCode, typeCode, type CodeKind } from '../input/code-kinds.ts';
import type { FieldName, InputError, InputErrors } from './form-errors.tsx';

export const codeFields: readonly FieldName[] = ['code'];

export interface CodeInput {
  readonly kind: CodeKind;
  readonly command: Pick<LimitedCommand<unknown>, 'pending' | 'failure' | 'until'>;
  readonly code: string;
  readonly inputErrors: InputErrors | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly submit: (wanted: string) => Promise<void>;
  readonly edit: (event: ChangeEvent<HTMLInputElement>) => void;
}

const onlyDigits: InputError = ({ code }) => code.onlyDigits;

export function useCode<Value>(
  operation: FailedOperation,
  kind: CodeKind,
  ask: (code: string) => Promise<Result<Value>>,
  onEnd?: (answer: Result<Value>) => void,
): CodeInput {
  const command = useLimitedCommand<Value>(operation);
  const [code, setCode] = useState('');
  const [inputError, setInputError] = useState<InputError | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (wanted: string) => {
    const read = readCode(kind, wanted);
    const invalid: InputError = (copy) => codeError(copy, kind, wanted);
    setInputError(() => (read === null ? invalid : null));
    if (read === null) {
      field.current?.focus();
      return;
    }
    setCode('');
    const answer = await command.run(() => ask(read));
    if (answer?.ok === false) field.current?.focus();
    if (answer !== null) onEnd?.(answer);
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const { text, hasOtherCharacters } = typeCode(kind, event.currentTarget.value);
    setCode(text);
    setInputError(() => (hasOtherCharacters ? onlyDigits : null));
    const { failure } = command;
    if (hasOtherCharacters || (command.until ?? 0) > Date.now()) return;
    if (failure !== null && !isEnvironment(failure.code)) command.clear();
    // Deleting one of seven digits must not send the other six.
    const isLonger = text.length >= code.length;
    if (kind === 'app' && text.length === codeLength && isLonger) void submit(text);
  };
  return {
    kind,
    command,
    code,
    inputErrors: inputError === null ? null : { code: inputError },
    field,
    submit,
    edit,
  };
}
