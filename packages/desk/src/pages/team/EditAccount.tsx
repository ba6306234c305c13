// Changes the rights of a manager, or the levels of a reseller.
import { useState } from 'react';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { levelsOf, scopesOf, type AccountDialogProps } from './accounts.ts';
import { LevelsChoice } from './LevelsChoice.tsx';
import { RightsChoice } from './RightsChoice.tsx';

export function EditAccount({ account, onLeave }: AccountDialogProps) {
  const { accountDialogs, frame } = useCopy();
  const { username, role } = account;
  const [rights, setRights] = useState(() => scopesOf(account));
  const [levels, setLevels] = useState(() => levelsOf(account));
  const isManager = role === 'Manager';
  return (
    <ChangeDialog
      type="editaccount"
      parameters={{
        user: username,
        ...(isManager ? { scopes: rights.join(',') } : { keylevels: levels.join(',') }),
      }}
      title={isManager ? accountDialogs.editTitle(username) : accountDialogs.levelsTitle(username)}
      text={isManager ? accountDialogs.editText : accountDialogs.levelsText}
      submit={frame.save}
      done={() => accountDialogs.saved(username)}
      onLeave={onLeave}
    >
      {isManager ? (
        <RightsChoice chosen={rights} error={null} onChange={(chosen) => setRights([...chosen])} />
      ) : (
        <LevelsChoice chosen={levels} error={null} onChange={setLevels} />
      )}
    </ChangeDialog>
  );
}
