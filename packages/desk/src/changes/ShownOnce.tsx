// A secret that the service shows only once, with a button to copy it.
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../copy/language.ts';
import { CopyText } from '../parts/CopyText.tsx';

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
  const { accountDialogs } = useCopy();
  return (
    <Dialog
      title={title}
      text={text}
      onLeave={onLeave}
      more={<CopyText label={label} text={secret} />}
    >
      <Button kind="filled" onClick={onLeave}>
        {accountDialogs.done}
      </Button>
    </Dialog>
  );
}
