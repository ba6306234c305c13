// Creates or ends the personal seller key of an account.
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import type { AccountDialogProps } from './accounts.ts';

export function KeyDialog({ account, onSecret, onLeave }: AccountDialogProps) {
  const { accountDialogs } = useCopy();
  const { username, haskey } = account;
  const title = accountDialogs.keyTitle(username);
  return (
    <ChangeDialog
      type="newaccountkey"
      parameters={{ user: username }}
      title={title}
      text={accountDialogs.keyText(username)}
      submit={accountDialogs.keySubmit}
      done={null}
      onDone={({ sellerkey: secret }) =>
        onSecret({ title, text: accountDialogs.keyShownText, label: accountDialogs.key, secret })
      }
      onLeave={onLeave}
    >
      {haskey && <p>{accountDialogs.keyAgainText(username)}</p>}
    </ChangeDialog>
  );
}

export function EndKeyDialog({ account: { username }, onLeave }: AccountDialogProps) {
  const { accountDialogs, account } = useCopy();
  return (
    <ChangeDialog
      type="endaccountkey"
      parameters={{ user: username }}
      title={accountDialogs.endKeyTitle(username)}
      text={accountDialogs.endKeyText}
      submit={account.endKey}
      danger
      done={() => accountDialogs.endKeyDone(username)}
      onLeave={onLeave}
    />
  );
}
