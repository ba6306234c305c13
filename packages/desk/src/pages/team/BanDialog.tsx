// Bans an account, or lifts its ban.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import type { AccountDialogProps } from './accounts.ts';

/** The service takes no longer reason. */
const maxReason = 99;

export function BanDialog({ account: { username }, onLeave }: AccountDialogProps) {
  const { accountDialogs, account } = useCopy();
  const [reason, setReason] = useState('');
  return (
    <ChangeDialog
      type="banaccount"
      parameters={{ user: username, reason: reason.trim() }}
      title={accountDialogs.banTitle(username)}
      text={accountDialogs.banText(username)}
      submit={account.ban}
      danger
      done={() => accountDialogs.banDone(username)}
      onLeave={onLeave}
    >
      <Field
        label={accountDialogs.reason}
        hint={accountDialogs.reasonHint}
        maxLength={maxReason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ChangeDialog>
  );
}

export function UnbanDialog({ account: { username }, onLeave }: AccountDialogProps) {
  const { accountDialogs, account } = useCopy();
  return (
    <ChangeDialog
      type="unbanaccount"
      parameters={{ user: username }}
      title={accountDialogs.unbanTitle(username)}
      text={accountDialogs.unbanText(username)}
      submit={account.unban}
      done={() => accountDialogs.unbanDone(username)}
      onLeave={onLeave}
    />
  );
}
