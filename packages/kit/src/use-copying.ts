// Hook that copies a text, and remembers for three seconds that it did.
import { useEffect, useState } from 'react';

const copiedForMs = 3000;

export interface Copying {
  readonly isCopied: boolean;
  /** A text that could not be copied, for manual copying. */
  readonly refused: string | null;
  readonly copy: (text: string) => Promise<void>;
  readonly reset: () => void;
}

export function useCopying(): Copying {
  const [{ isCopied, refused }, setOutcome] = useState(nothing);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setOutcome(nothing), copiedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ isCopied: true, refused: null });
    } catch {
      // Also if `navigator.clipboard` is missing, as on a page without https.
      setOutcome({ isCopied: false, refused: text });
    }
  };
  return { isCopied, refused, copy, reset: () => setOutcome(nothing) };
}

const nothing: Pick<Copying, 'isCopied' | 'refused'> = { isCopied: false, refused: null };
