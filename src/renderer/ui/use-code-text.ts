// Holds the text of a code field in a form with other fields. Unlike useCode, it submits nothing.
import { useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { codeError, readCode, typeCode, type CodeKind } from '../input/code-kinds.ts';
import type { InputError } from './form-errors.tsx';

export interface CodeText {
  readonly kind: CodeKind;
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The code as it is sent, or null. */
  readonly read: () => string | null;
  /** Why `read` returns null. */
  readonly error: InputError;
  readonly edit: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly clear: () => void;
  /** Empties the field and moves the focus to it. */
  readonly choose: (kind: CodeKind) => void;
}

export function useCodeText(): CodeText {
  const [kind, setKind] = useState<CodeKind>('app');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return {
    kind,
    text,
    field,
    read: () => readCode(kind, text),
    error: (copy) => codeError(copy, kind, text),
    edit: (event) => setText(typeCode(kind, event.currentTarget.value).text),
    clear: () => setText(''),
    choose(wanted) {
      setKind(wanted);
      setText('');
      field.current?.focus();
    },
  };
}
