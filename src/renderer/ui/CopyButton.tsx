// Button that copies a text. If copying fails, it shows the text, selected, for manual copying.
import { Check, Copy } from 'lucide';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { copyShortcut } from './copy-shortcut.ts';
import { useAnnouncement } from './use-live-region.ts';
import { Icon } from '@latchkey/kit/Icon.tsx';

export interface CopyButtonProps {
  /** Called on each press, because the text may contain the current time. */
  readonly text: () => string;
  readonly label: string;
}

const copiedForMs = 3000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const copy = useCopy().support;
  const [outcome, setOutcome] = useState<'none' | 'copied' | { readonly byHand: string }>('none');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), copiedForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useAnnouncement(outcome === 'copied' ? copy.done : null);
  const press = async () => {
    const value = text();
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      setOutcome({ byHand: value });
    }
  };
  const close = () => {
    setOutcome('none');
    button.current?.focus();
  };
  const icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="copy">
      <button type="button" className="button quiet" ref={button} onClick={() => void press()}>
        <Icon icon={icon} size={15} />
        <span>{outcome === 'copied' ? copy.done : label}</span>
      </button>
      {typeof outcome === 'object' && <ByHand text={outcome.byHand} close={close} />}
    </span>
  );
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
        {fill(copy.byHand, { keys: copyShortcut(copy) })}
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
