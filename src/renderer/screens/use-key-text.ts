// The text of the key field: what was made of a paste, and what is doubtful about it.
import { useState, type ClipboardEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { digits } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { maxPastedLength } from '../../shared/limits.ts';
import type { Slip } from '../ui/form-faults.ts';
import { cleanKey, keyPatternOf, type KeyReading } from '../input/clean-key.ts';

export interface KeyText {
  readonly text: string;
  /** null: typed by hand and not looked at yet. */
  readonly reading: KeyReading | null;
  readonly type: (given: string) => void;
  /** Answers with what is wrong, when so much was pasted that nothing was taken. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => Slip | null;
  /** Reads what was typed and shows what it was made into. */
  readonly settle: () => KeyReading;
}

export function useKeyText(): KeyText {
  const { keyPattern } = useParts().info;
  const [text, setText] = useState('');
  const [reading, setReading] = useState<KeyReading | null>(null);
  const take = (given: string): KeyReading => {
    const taken = cleanKey(given, keyPatternOf(keyPattern));
    // Where nothing can be the key, the field keeps what it had.
    if (taken.key !== '') setText(taken.key);
    setReading(taken);
    return taken;
  };
  return {
    text,
    reading,
    type: (given) => {
      setText(given);
      setReading(null);
    },
    paste: (event) => {
      // A text field drops line ends by itself, which would glue a mail together: the paste is read before that.
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const before = value.slice(0, selectionStart ?? 0);
      const after = value.slice(selectionEnd ?? value.length);
      const whole = before + event.clipboardData.getData('text') + after;
      if (whole.length > maxPastedLength)
        return (copy) => fill(copy.redeem.tooMuch, { count: digits(copy, whole.length) });
      take(whole);
      return null;
    },
    // What was found in a text that could not be taken stays on offer.
    settle: () => (text === '' && reading !== null ? reading : take(text)),
  };
}
