// Holds the text of a license key field, the key extracted from the text, and the input error.
import { useRef, useState, type ClipboardEvent } from 'react';
import { useLoaderContext } from '../bridge/loader-context.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { pluralize } from '../../copy/sentences.ts';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import type { InputError } from '../ui/form-errors.tsx';
import type { KeyDeepLink } from '../deep-link-action.ts';
import { cleanKey, keyPatternOf, type KeyReading } from '../input/clean-key.ts';
import { isValidName } from '../input/field-rules.ts';

/** The text in the key field of an open form. The parent holds it, so that forms can share it. */
export interface KeyDraft {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The deep link that opened the form, or null. */
  readonly linked: KeyDeepLink | null;
}

type KeyTextChange = KeyReading['change'] | 'linked';

export interface KeyText {
  readonly text: string;
  /** Null for a typed text that has not been parsed. */
  readonly reading: (Omit<KeyReading, 'change'> & { readonly change: KeyTextChange }) | null;
  readonly setTyped: (given: string) => void;
  /** Inserts a pasted text. Returns an input error if the text is too long. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => InputError | null;
  /** Replaces the text. Returns an input error for null: the clipboard had no usable text. */
  readonly replace: (given: string | null) => InputError | null;
  /** Parses the text and shows the key. The key must not be sent if there is an input error. */
  readonly parse: () => { readonly key: string; readonly inputError: InputError | null };
}

function inputErrorOf({ key, warning }: Pick<KeyReading, 'key' | 'warning'>): InputError | null {
  if (isValidName(key)) return null;
  return (copy) => {
    if (key !== '') return fieldRule(copy, 'key');
    return warning === null ? copy.redeem.keyMissing : copy.redeem.warnings[warning];
  };
}

/** Rejects an e-mail or web address once. A key may look like one, so a second submit sends it. */
function addressError({ warning }: Pick<KeyReading, 'warning'>): InputError | null {
  return warning === 'mail' || warning === 'web' ? (copy) => copy.redeem.warnings[warning] : null;
}

export function useKeyText({ text, onText: setText, linked }: KeyDraft): KeyText {
  const { keyPattern } = useLoaderContext().info;
  const [reading, setReading] = useState<KeyText['reading']>(() =>
    linked === null ? null : { ...cleanKey(text, keyPatternOf(keyPattern)), change: 'linked' },
  );
  const rejectedKey = useRef<string | null>(null);
  const parseText = (given: string): KeyReading => {
    const parsed = cleanKey(given, keyPatternOf(keyPattern));
    // If the text has no key, the field keeps its content.
    if (parsed.key !== '') setText(parsed.key);
    setReading(parsed);
    return parsed;
  };
  return {
    text,
    reading,
    setTyped: (given) => {
      setText(given);
      setReading(null);
    },
    paste: (event) => {
      // Parse the clipboard text, because the input element would remove its line breaks.
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const before = value.slice(0, selectionStart ?? 0);
      const after = value.slice(selectionEnd ?? value.length);
      const fullText = before + event.clipboardData.getData('text') + after;
      if (fullText.length > maxPastedLength)
        return (copy) => pluralize(copy.locale, copy.redeem.tooMuch, fullText.length, {});
      parseText(fullText);
      return null;
    },
    replace: (given) => {
      if (given === null) return (copy) => copy.keyScreen.nothingToPaste;
      parseText(given);
      return null;
    },
    parse: () => {
      // An empty field keeps the suggestions from the last pasted text.
      const parsed = text === '' && reading !== null ? reading : parseText(text);
      const isNew = rejectedKey.current !== parsed.key;
      rejectedKey.current = parsed.key;
      return {
        key: parsed.key,
        inputError: inputErrorOf(parsed) ?? (isNew ? addressError(parsed) : null),
      };
    },
  };
}
