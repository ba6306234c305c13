// State of a key field: the text, its parse result and its errors.
import { useRef, useState, type ClipboardEvent } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { counted } from '../../copy/sentences.ts';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import type { Slip } from '../ui/form-faults.tsx';
import type { KeyWish } from '../wish-facts.ts';
import { cleanKey, keyPatternOf, type KeyReading } from '../input/clean-key.ts';
import { fitsAsName } from '../input/field-rules.ts';

/** The key of an open form, held above the form so that a deep link does not overwrite it. */
export interface KeyDraft {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The deep link that opened the form; null: none. */
  readonly linked: KeyWish | null;
}

type HowTaken = KeyReading['taken'] | 'linked';

export interface KeyText {
  readonly text: string;
  /** null: typed by hand and not parsed yet. */
  readonly reading: (Omit<KeyReading, 'taken'> & { readonly taken: HowTaken }) | null;
  readonly type: (given: string) => void;
  /** Returns a slip if the paste was too long and nothing was taken. */
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => Slip | null;
  /** Replaces the text. null: the clipboard could not be read. */
  readonly replace: (given: string | null) => Slip | null;
  /** Parses the typed text and shows the result. `slip`: the error that prevents sending. */
  readonly settle: () => { readonly key: string; readonly slip: Slip | null };
}

function slipOf({ key, doubt }: Pick<KeyReading, 'key' | 'doubt'>): Slip | null {
  if (fitsAsName(key)) return null;
  return (copy) => {
    if (key !== '') return fieldRule(copy, 'key');
    return doubt === null ? copy.redeem.keyMissing : copy.redeem.doubt[doubt];
  };
}

/** Stops e-mail and web addresses once: each costs a try, but a key may look like an address. */
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
    // Without a possible key, the field keeps its text.
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
      // Parse before the input removes line breaks, which would join the lines of an e-mail.
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
      // Keys found in a rejected text stay available.
      const settled = text === '' && reading !== null ? reading : take(text);
      const isNew = heldBack.current !== settled.key;
      heldBack.current = settled.key;
      return { key: settled.key, slip: slipOf(settled) ?? (isNew ? addressSlip(settled) : null) };
    },
  };
}
