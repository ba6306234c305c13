// Button that copies a text. If copying fails, it shows the text, selected, for manual copying.
import { Check, Copy } from 'lucide';
import { useRef } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useCopyText } from './use-copy-text.tsx';

export interface CopyButtonProps {
  /** Called on each press, because the text may contain the current time. */
  readonly text: () => string;
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const copy = useCopy().support;
  const button = useRef<HTMLButtonElement>(null);
  const { copyText, isCopied, byHand } = useCopyText(() => button.current?.focus());
  return (
    <span className="copy">
      <button
        type="button"
        className="button quiet"
        ref={button}
        onClick={() => void copyText(text())}
      >
        <Icon icon={isCopied ? Check : Copy} size={15} />
        <span>{isCopied ? copy.done : label}</span>
      </button>
      {byHand}
    </span>
  );
}
