// Puts a text on the clipboard and says so. Where the system does not allow it, the text is shown, ready to be copied by hand.
import { Check, Copy } from 'lucide';
import { useEffect, useState } from 'react';
import { copyCopy } from '../copy/support.ts';
import { useSpoken } from './use-live-region.ts';
import { Icon } from './Icon.tsx';

export interface CopyButtonProps {
  /** Made when pressed, so that its time is the time of the press. */
  readonly text: () => string;
  readonly label: string;
}

const saidForMs = 3000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | { readonly byHand: string }>('none');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), saidForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useSpoken(outcome === 'copied' ? copyCopy.done : null);
  const press = async () => {
    const wanted = text();
    try {
      await navigator.clipboard.writeText(wanted);
      setOutcome('copied');
    } catch {
      setOutcome({ byHand: wanted });
    }
  };
  const icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="copy">
      <button type="button" className="button quiet" onClick={() => void press()}>
        <Icon icon={icon} size={15} />
        <span>{outcome === 'copied' ? copyCopy.done : label}</span>
      </button>
      {typeof outcome === 'object' && (
        <span className="by-hand">
          <label>
            {copyCopy.byHand}
            <textarea readOnly rows={4} value={outcome.byHand} ref={(area) => area?.select()} />
          </label>
        </span>
      )}
    </span>
  );
}
