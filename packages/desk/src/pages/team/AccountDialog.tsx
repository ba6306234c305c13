// Chooses the dialog of an action on an account.
import type { AccountDialogProps } from './accounts.ts';
import { BanDialog, UnbanDialog } from './BanDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { EditAccount } from './EditAccount.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { EndKeyDialog, KeyDialog } from './KeyDialog.tsx';

const dialogs = {
  edit: EditAccount,
  balance: GrantDialog,
  invite: InviteDialog,
  key: KeyDialog,
  'end-key': EndKeyDialog,
  ban: BanDialog,
  unban: UnbanDialog,
  delete: DeleteDialog,
};
export type AccountAction = keyof typeof dialogs;

interface ActionDialogProps extends AccountDialogProps {
  readonly action: AccountAction;
}

export function AccountDialog({ action, ...props }: ActionDialogProps) {
  const Content = dialogs[action];
  return <Content {...props} />;
}
