// Shows a new password once.
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../../../copy/language.ts';

export interface NewPassword {
  /** Of the user. */
  readonly name: string;
  readonly password: string;
}

interface PasswordShownProps extends NewPassword {
  readonly onLeave: () => void;
}

export function PasswordShown({ name, password, onLeave }: PasswordShownProps) {
  const { frame, userChanges } = useCopy();
  return (
    <Dialog
      title={userChanges.passwordTitle(name)}
      text={userChanges.passwordText}
      onLeave={onLeave}
      more={
        <div className="secret-once" role="group" aria-label={userChanges.passwordLabel}>
          <code className="mono">{password}</code>
          <CopyButton
            text={password}
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
