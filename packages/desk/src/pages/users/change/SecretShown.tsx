// Shows a new password, or a link for one, once.
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../../../copy/language.ts';

export interface ShownSecret {
  readonly kind: 'password' | 'link';
  /** Of the user. */
  readonly name: string;
  readonly secret: string;
}

interface SecretShownProps extends ShownSecret {
  readonly onLeave: () => void;
}

export function SecretShown({ kind, name, secret, onLeave }: SecretShownProps) {
  const { frame, userChanges } = useCopy();
  const { title, text, label } = userChanges.shown[kind];
  return (
    <Dialog
      title={title(name)}
      text={text}
      onLeave={onLeave}
      more={
        <div className="secret-once" role="group" aria-label={label}>
          <code className="mono">{secret}</code>
          <CopyButton
            text={secret}
            label={frame.copy}
            copiedLabel={frame.copied}
            byHandLabel={userChanges.byHand}
          />
        </div>
      }
    >
      <Button kind="filled" onClick={onLeave}>
        {userChanges.close}
      </Button>
    </Dialog>
  );
}
