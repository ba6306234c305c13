// The text of a key field: what was made of a paste, what is doubtful about it, and whether it can be sent.
import { useRef, useState, type ClipboardEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { counted } from '../../copy/sentences.ts';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import type { Slip } from '../ui/form-faults.tsx';
import type { KeyWish } from '../wish-facts.ts';
import { cleanKey, keyPatternOf, type KeyReading } from '../input/clean-key.ts';
import { fitsAsName } from '../input/field-rules.ts';

/** The key while a form is open: kept above it, so that a link can see whether there is one. */
export interface KeyDraft {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What the form began with, where a link brought it. */
  readonly linked: KeyWish | null;
}

/** `linked`: a link brought it. */
type HowTaken = KeyReading['taken'] | 'linked';

export interface KeyText {
  readonly text: string;
  /** null: typed by hand and not looked at yet. */
  readonly reading: (Omit<KeyReading, 'taken'> & { readonly taken: HowTaken }) | null;
  readonly type: (given: string) => void;
  /** Answers with what is wrong, when so much was pasted that nothing was taken. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => Slip | null;
  /** In place of what is there. null: nothing could be read from the clipboard. */
  readonly replace: (given: string | null) => Slip | null;
  /** Reads what was typed and shows what it was made into. `slip`: why it is not to be sent as it is. */
  readonly settle: () => { readonly key: string; readonly slip: Slip | null };
}

function slipOf({ key, doubt }: Pick<KeyReading, 'key' | 'doubt'>): Slip | null {
  if (fitsAsName(key)) return null;
  return (copy) => {
    if (key !== '') return fieldRule(copy, 'key');
    return doubt === null ? copy.redeem.keyMissing : copy.redeem.doubt[doubt];
  };
}

/** What is plainly something else: it would be a wrong try. A seller may have such keys, so only the first press is held back. */
function somethingElse({ doubt }: Pick<KeyReading, 'doubt'>): Slip | null {
  return doubt === 'mail' || doubt === 'web' ? (copy) => copy.redeem.doubt[doubt] : null;
}

export function useKeyText({ text, onText: setText, linked }: KeyDraft): KeyText {
  const { keyPattern } = useParts().info;
  const [reading, setReading] = useState<KeyText['reading']>(() =>
    linked === null ? null : { ...cleanKey(text, keyPatternOf(keyPattern)), taken: 'linked' },
  );
  const heldBack = useRef<string | null>(null);
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
        return (copy) => counted(copy.locale, copy.redeem.tooMuch, whole.length, {});
      take(whole);
      return null;
    },
    replace: (given) => {
      if (given === null) return (copy) => copy.keyDoor.nothingToPaste;
      take(given);
      return null;
    },
    settle: () => {
      // What was found in a text that could not be taken stays on offer.
      const settled = text === '' && reading !== null ? reading : take(text);
      const isNew = heldBack.current !== settled.key;
      heldBack.current = settled.key;
      return { key: settled.key, slip: slipOf(settled) ?? (isNew ? somethingElse(settled) : null) };
    },
  };
}
