// Holds the text of a license key field, the key extracted from the text, and the input error.
import { useRef, useState, type ClipboardEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { counted } from '../../copy/sentences.ts';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import type { Slip } from '../ui/form-faults.tsx';
import type { KeyWish } from '../wish-facts.ts';
import { cleanKey, keyPatternOf, type KeyReading } from '../input/clean-key.ts';
import { fitsAsName } from '../input/field-rules.ts';

/** The text in the key field of an open form. The parent holds it, so that forms can share it. */
export interface KeyDraft {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The deep link that opened the form, or null. */
  readonly linked: KeyWish | null;
}

type HowTaken = KeyReading['taken'] | 'linked';

export interface KeyText {
  readonly text: string;
  /** Null for a typed text that has not been parsed. */
  readonly reading: (Omit<KeyReading, 'taken'> & { readonly taken: HowTaken }) | null;
  readonly type: (given: string) => void;
  /** Inserts a pasted text. Returns an input error if the text is too long. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => Slip | null;
  /** Replaces the text. Returns an input error for null, an unreadable clipboard. */
  readonly replace: (given: string | null) => Slip | null;
  /** Parses the text and shows the key. The key must not be sent if there is an input error. */
  readonly settle: () => { readonly key: string; readonly slip: Slip | null };
}

function slipOf({ key, doubt }: Pick<KeyReading, 'key' | 'doubt'>): Slip | null {
  if (fitsAsName(key)) return null;
  return (copy) => {
    if (key !== '') return fieldRule(copy, 'key');
    return doubt === null ? copy.redeem.keyMissing : copy.redeem.doubt[doubt];
  };
}

/** Rejects an e-mail or web address once. A key may look like one, so a second submit sends it. */
function addressSlip({ doubt }: Pick<KeyReading, 'doubt'>): Slip | null {
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
    // If the text has no key, the field keeps its content.
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
      // Parse the clipboard text, because the input element would remove its line breaks.
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const before = value.slice(0, selectionStart ?? 0);
      const after = value.slice(selectionEnd ?? value.length);
      const fullText = before + event.clipboardData.getData('text') + after;
      if (fullText.length > maxPastedLength)
        return (copy) => counted(copy.locale, copy.redeem.tooMuch, fullText.length, {});
      take(fullText);
      return null;
    },
    replace: (given) => {
      if (given === null) return (copy) => copy.keyDoor.nothingToPaste;
      take(given);
      return null;
    },
    settle: () => {
      // An empty field keeps the suggestions from the last pasted text.
      const settled = text === '' && reading !== null ? reading : take(text);
      const isNew = heldBack.current !== settled.key;
      heldBack.current = settled.key;
      return { key: settled.key, slip: slipOf(settled) ?? (isNew ? addressSlip(settled) : null) };
    },
  };
}
