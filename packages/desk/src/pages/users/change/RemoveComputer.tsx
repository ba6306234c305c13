// Removes one computer of a user.
import { useState } from 'react';
import { Select } from '@latchkey/kit/Select.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { computerTitle } from '../one/computer-title.ts';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function RemoveComputer({ change, user, shownName, onLeave }: ChangeProps) {
  const words = useWords('removeComputer', shownName);
  const { user: texts, userChanges } = useCopy();
  const bound = useAsk('fetchcomputers', { user });
  const computers = bound.data?.computers ?? [];
  const [chosen, setChosen] = useState(change.computer);
  const id = chosen ?? computers[0]?.id ?? '';
  return (
    <ChangeDialog
      {...words}
      danger
      type="removecomputer"
      parameters={{ user, id }}
      ready={id !== ''}
      onLeave={onLeave}
    >
      <Select
        label={userChanges.computer}
        value={id}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {computers.map((computer) => (
          <option key={computer.id} value={computer.id}>
            {computerTitle(computer, texts.unnamed)}
          </option>
        ))}
      </Select>
    </ChangeDialog>
  );
}
