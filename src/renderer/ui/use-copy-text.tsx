// Hook that copies a text. If copying fails, it shows the text, selected, for manual copying.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { copyShortcut } from './copy-shortcut.ts';
import { useAnnouncement } from './use-live-region.ts';

const copiedForMs = 3000;

export interface CopyText {
  readonly copyText: (text: string) => Promise<void>;
  /** True for three seconds after the text was copied. */
  readonly isCopied: boolean;
  /** The text for manual copying, or null. */
  readonly byHand: ReactNode;
}

/** `refocus` moves the focus when the user closes the text for manual copying. */
export function useCopyText(refocus: () => void): CopyText {
  const copy = useCopy().support;
  const [outcome, setOutcome] = useState<'none' | 'copied' | { readonly byHand: string }>('none');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), copiedForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useAnnouncement(outcome === 'copied' ? copy.done : null);
  const copyText = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome({ byHand: text });
    }
  };
  const close = () => {
    setOutcome('none');
    refocus();
  };
  return {
    copyText,
    isCopied: outcome === 'copied',
    byHand: typeof outcome === 'object' ? <ByHand text={outcome.byHand} close={close} /> : null,
  };
}

interface ByHandProps {
  readonly text: string;
  readonly close: () => void;
}

function ByHand({ text, close }: ByHandProps) {
  const copy = useCopy().support;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.select();
    area.current?.closest('label')?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <span className="by-hand">
      <label>
        {fill(copy.copyManually, { keys: copyShortcut(copy) })}
        <textarea
          readOnly
          rows={Math.min(text.split('\n').length + 1, 8)}
          value={text}
          ref={area}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            close();
          }}
        />
      </label>
    </span>
  );
}
