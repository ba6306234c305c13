// The menu of changes to all unused or all redeemed licenses.
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy } from '../../../copy/language.ts';
import { bulkChanges } from '../changes.tsx';

const names = ['addDays', 'unused', 'used'] as const satisfies (keyof typeof bulkChanges)[];

export function BulkMenu() {
  const { licenses } = useCopy();
  const open = useOpenChange();
  const items = names.map((name) => ({
    label: licenses.bulk[name].label,
    disabledReason: null,
    choose: () => open(bulkChanges[name]),
  }));
  return (
    <Menu buttonLabel={licenses.more} label={licenses.more} items={items}>
      {licenses.more}
    </Menu>
  );
}
