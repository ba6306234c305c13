// A secret that the service shows only once, with a button to copy it.
import { useId } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../copy/language.ts';

export interface Secret {
  readonly title: string;
  readonly text: string;
  /** What the secret is. */
  readonly label: string;
  readonly secret: string;
}

interface ShownOnceProps extends Secret {
  readonly onLeave: () => void;
}

export function ShownOnce({ title, text, label, secret, onLeave }: ShownOnceProps) {
  const { frame, accountDialogs } = useCopy();
  const id = useId();
  return (
    <Dialog
      title={title}
      text={text}
      onLeave={onLeave}
      more={
        <div className="shown-once" role="group" aria-labelledby={id}>
          <p className="small" id={id}>
            {label}
          </p>
          <code className="mono" dir="ltr" translate="no">
            {secret}
          </code>
          <CopyButton
            text={secret}
            label={frame.copy}
            copiedLabel={frame.copied}
            byHandLabel={label}
          />
        </div>
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {accountDialogs.done}
      </Button>
    </Dialog>
  );
}
