// Creates an invitation. For a person with a password it is a reset.
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import type { AccountDialogProps } from './accounts.ts';
import { invitationLink } from './secrets.ts';

export function InviteDialog({ account, onSecret, onLeave }: AccountDialogProps) {
  const language = useLanguage();
  const { accountDialogs } = language.copy;
  const { username, joined, invited } = account;
  return (
    <ChangeDialog
      type="inviteaccount"
      parameters={{ user: username }}
      title={joined ? accountDialogs.resetTitle(username) : accountDialogs.inviteTitle(username)}
      text={joined ? accountDialogs.resetText(username) : accountDialogs.inviteText(username)}
      submit={accountDialogs.inviteSubmit}
      done={null}
      onDone={(invitation) => onSecret(invitationLink(language, username, invitation))}
      onLeave={onLeave}
    >
      {invited !== '0' && <p>{accountDialogs.inviteAgainText}</p>}
    </ChangeDialog>
  );
}
