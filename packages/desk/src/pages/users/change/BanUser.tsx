// Bans a user, and on request their last IP.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

/** The longest reason of a ban. */
const maxReason = 99;

export function BanUser({ user, shownName, ip, onLeave }: ChangeProps) {
  const words = useWords('ban', shownName);
  const { userChanges } = useCopy();
  const [reason, setReason] = useState('');
  const [withAddress, setWithAddress] = useState(false);
  return (
    <ChangeDialog
      {...words}
      danger
      type="banuser"
      parameters={{ user, reason, address: withAddress ? '1' : '0' }}
      done={({ address }) => `${words.done()} ${userChanges.address[address]}`.trim()}
      onLeave={onLeave}
    >
      <Field
        label={userChanges.reason}
        hint={userChanges.reasonHint}
        autoComplete="off"
        maxLength={maxReason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {ip !== null && (
        <CheckBox
          label={userChanges.withAddress(ip)}
          checked={withAddress}
          onChange={setWithAddress}
        />
      )}
    </ChangeDialog>
  );
}
