// Hook that copies a text. If copying fails, it shows the text, selected, for manual copying.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useCopying } from '@latchkey/kit/use-copying.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { copyShortcut } from './copy-shortcut.ts';
import { useAnnouncement } from './use-live-region.ts';

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
  const { copy: copyText, isCopied, refused, reset } = useCopying();
  useAnnouncement(isCopied ? copy.done : null);
  const close = () => {
    reset();
    refocus();
  };
  const byHand = refused === null ? null : <ByHand text={refused} close={close} />;
  return { copyText, isCopied, byHand };
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
