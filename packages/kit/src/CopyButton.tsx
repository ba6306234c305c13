// Button that copies a text. If the browser refuses, it shows the text, selected, for manual copying.
import { Check, Copy } from 'lucide';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

export interface CopyButtonProps {
  readonly kind?: ButtonProps['kind'];
  readonly text: string;
  readonly label: string;
  /** Replaces the label for three seconds. */
  readonly copiedLabel: string;
  /** Label of the field for manual copying. */
  readonly byHandLabel: string;
  /** Accessible name, if several buttons of the page have the same label. */
  readonly name?: string;
}

const copiedForMs = 3000;

export function CopyButton({ kind = 'quiet', text, label, ...labels }: CopyButtonProps) {
  const { copiedLabel, byHandLabel, name } = labels;
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), copiedForMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Also if `navigator.clipboard` is missing, as on a page without https.
      setOutcome('refused');
    }
  };
  const isCopied = outcome === 'copied';
  return (
    <span className="copying">
      <Button
        kind={kind}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy()}
        {...(name === undefined || isCopied ? {} : { label: name })}
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <span className="unseen" role="status">
        {isCopied ? copiedLabel : ''}
      </span>
      {outcome === 'refused' && (
        <span className="box">
          <input
            readOnly
            aria-label={byHandLabel}
            value={text}
            ref={(field) => {
              field?.focus();
              field?.select();
            }}
          />
        </span>
      )}
    </span>
  );
}
