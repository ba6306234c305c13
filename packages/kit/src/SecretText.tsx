// A secret that is hidden until the user shows it. While hidden, the page does not contain it.
import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { CopyButton, type CopyButtonProps } from './CopyButton.tsx';

export interface SecretTextProps {
  /** Accessible name, such as what the secret is for. */
  readonly label: string;
  readonly secret: string;
  readonly showLabel: string;
  readonly hideLabel: string;
  readonly copy: Omit<CopyButtonProps, 'text'>;
}

export function SecretText({ label, secret, showLabel, hideLabel, copy }: SecretTextProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="secret" role="group" aria-label={label}>
      {shown ? (
        <code className="mono">{secret}</code>
      ) : (
        <code className="mono" aria-hidden="true">
          {'•'.repeat(12)}
        </code>
      )}
      <Button kind="quiet" icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
        {shown ? hideLabel : showLabel}
      </Button>
      <CopyButton text={secret} {...copy} />
    </div>
  );
}
