// Deletes an account, and says what remains.
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { goTo } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import type { AccountDialogProps } from './accounts.ts';

export function DeleteDialog({ account: { username, role }, onLeave }: AccountDialogProps) {
  const { accountDialogs, account } = useCopy();
  const { name: application } = useApplication();
  return (
    <ChangeDialog
      type="deleteAccount"
      parameters={{ user: username }}
      title={accountDialogs.deleteTitle(username)}
      text={
        role === 'Reseller'
          ? accountDialogs.deleteReseller(username)
          : accountDialogs.deleteManager(username)
      }
      submit={account.delete}
      danger
      done={() => accountDialogs.deleteDone(username)}
      onDone={() => goTo(application, 'team')}
      onLeave={onLeave}
    >
      {role === 'Reseller' && (
        <>
          <p>{accountDialogs.deleteKeeps}</p>
          <p>{accountDialogs.deleteRefunds}</p>
        </>
      )}
    </ChangeDialog>
  );
}
