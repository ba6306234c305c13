// Holds the state of a one-time code field. The sixth digit submits the form, but only before the
// first submit or error. SECURITY: submitting clears the code.
import { useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { useCommand, type Command } from '../bridge/use-command.ts';
import { formatNumber } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import type { Result } from '../../shared/failure.ts';
import { codeLength } from '@latchkey/protocol/limits.ts';
import { cleanCode } from '../input/clean-code.ts';
import type { FieldName, InputError, InputErrors } from './form-errors.tsx';

export const codeFields: readonly FieldName[] = ['code'];

export interface CodeInput {
  readonly command: Command<null>;
  readonly code: string;
  readonly inputErrors: InputErrors | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly submit: (wanted: string) => Promise<void>;
  readonly edit: (event: ChangeEvent<HTMLInputElement>) => void;
}

function codeErrorOf({ length }: string): InputError | null {
  if (length === codeLength) return null;
  if (length < codeLength) return ({ code }) => code.short;
  return (copy) => fill(copy.code.long, { count: formatNumber(copy, length) });
}

const onlyDigits: InputError = ({ code }) => code.onlyDigits;

export function useCode(
  ask: (code: string) => Promise<Result<null>>,
  onEnd?: (answer: Result<null>) => void,
): CodeInput {
  const command = useCommand<null>();
  const [code, setCode] = useState('');
  const [inputError, setInputError] = useState<InputError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const mayAutoSubmit = useRef(true);

  const submit = async (wanted: string) => {
    const codeError = codeErrorOf(wanted);
    setInputError(() => codeError);
    mayAutoSubmit.current = false;
    if (codeError !== null) {
      field.current?.focus();
      return;
    }
    setCode('');
    const answer = await command.run(() => ask(wanted));
    if (answer?.ok === false) field.current?.focus();
    if (answer !== null) onEnd?.(answer);
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const reading = cleanCode(event.currentTarget.value);
    setCode(reading.code);
    setInputError(() => (reading.hasOtherCharacters ? onlyDigits : null));
    if (reading.hasOtherCharacters) mayAutoSubmit.current = false;
    const isComplete = reading.code.length === codeLength;
    if (isComplete && mayAutoSubmit.current) void submit(reading.code);
  };
  return {
    command,
    code,
    inputErrors: inputError === null ? null : { code: inputError },
    field,
    submit,
    edit,
  };
}
