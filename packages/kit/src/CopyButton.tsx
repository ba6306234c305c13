// Button that copies a text. If the browser refuses, it shows the text, selected, for manual copying.
import { Check, Copy } from 'lucide';
import { Button, type ButtonProps } from './Button.tsx';
import { useCopying } from './use-copying.ts';

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

export function CopyButton({ kind = 'quiet', text, label, ...labels }: CopyButtonProps) {
  const { copiedLabel, byHandLabel, name } = labels;
  const { isCopied, refused, copy } = useCopying();
  return (
    <span className="copying">
      <Button
        kind={kind}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy(text)}
        {...(name === undefined || isCopied ? {} : { label: name })}
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <span className="unseen" role="status">
        {isCopied ? copiedLabel : ''}
      </span>
      {refused !== null && (
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
