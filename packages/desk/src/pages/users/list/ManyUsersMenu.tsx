// Menu of the changes of many users.
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy } from '../../../copy/language.ts';
import { manyChanges } from '../many-changes.ts';

const names = Object.keys(manyChanges) as readonly (keyof typeof manyChanges)[]; // Object.keys loses the names

export function ManyUsersMenu() {
  const { manyUsers, userChanges } = useCopy();
  const open = useOpenChange();
  return (
    <Menu
      buttonLabel={manyUsers.button}
      label={manyUsers.menu}
      items={names.map((name) => ({
        label: manyUsers[name].label,
        disabledReason: null,
        choose: () => open(manyChanges[name]),
      }))}
    >
      {userChanges.more}
    </Menu>
  );
}
