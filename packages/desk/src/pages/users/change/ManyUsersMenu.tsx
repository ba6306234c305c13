// Menu of the changes of many users. Each counts the users first.
import { useState } from 'react';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useCopy } from '../../../copy/language.ts';
import {
  ExtendAll,
  RemoveAllComputers,
  RemoveExpired,
  PausePlan,
  ResumePlan,
} from './many-users.tsx';

const changes = {
  extend: ExtendAll,
  pause: PausePlan,
  resume: ResumePlan,
  reset: RemoveAllComputers,
  expired: RemoveExpired,
} as const;
type Name = keyof typeof changes;
const names = Object.keys(changes) as readonly Name[]; // Object.keys loses the names

export function ManyUsersMenu() {
  const { manyUsers, userChanges } = useCopy();
  const [open, setOpen] = useState<Name | null>(null);
  const Dialog = open === null ? null : changes[open];
  return (
    <>
      <Menu
        buttonLabel={manyUsers.button}
        label={manyUsers.menu}
        items={names.map((name) => ({
          label: manyUsers[name].label,
          disabledReason: null,
          choose: () => setOpen(name),
        }))}
      >
        {userChanges.more}
      </Menu>
      {Dialog !== null && <Dialog onLeave={() => setOpen(null)} />}
    </>
  );
}
