// Holds the state of a one-time code field. A paste or autofill of six digits submits the form, but
// only before the first submit. SECURITY: submitting clears the code.
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

/** Returns true for a paste, a drop or an autofill, which has no input type. */
function isPasteOrAutofill(event: ChangeEvent): boolean {
  const { nativeEvent } = event;
  if (!(nativeEvent instanceof InputEvent)) return true;
  return ['insertFromPaste', 'insertFromDrop', 'insertReplacementText', ''].includes(
    nativeEvent.inputType,
  );
}

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
    const found = codeErrorOf(wanted);
    setInputError(() => found);
    if (found !== null) {
      field.current?.focus();
      return;
    }
    mayAutoSubmit.current = false;
    setCode('');
    const answer = await command.run(() => ask(wanted));
    if (answer?.ok === false) field.current?.focus();
    if (answer !== null) onEnd?.(answer);
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const reading = cleanCode(event.currentTarget.value);
    setCode(reading.code);
    setInputError(() => (reading.other ? onlyDigits : null));
    const complete = reading.code.length === codeLength && isPasteOrAutofill(event);
    if (complete && mayAutoSubmit.current) void submit(reading.code);
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
