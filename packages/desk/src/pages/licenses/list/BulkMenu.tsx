// The menu of changes to all unused or all redeemed licenses.
import { useState } from 'react';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useCopy } from '../../../copy/language.ts';
import { AddDaysDialog, DeleteAllDialog } from './bulk-dialogs.tsx';

type Open = 'add-days' | 'delete-unused' | 'delete-used' | null;

export function BulkMenu() {
  const { licenses } = useCopy();
  const { bulk } = licenses;
  const [open, setOpen] = useState<Open>(null);
  const items = [
    { label: bulk.addDays, choose: () => setOpen('add-days') },
    { label: bulk.deleteUnused, choose: () => setOpen('delete-unused') },
    { label: bulk.deleteUsed, choose: () => setOpen('delete-used') },
  ].map((item) => ({ ...item, disabledReason: null }));
  const leave = () => setOpen(null);
  return (
    <>
      <Menu buttonLabel={licenses.more} label={licenses.more} items={items}>
        {licenses.more}
      </Menu>
      {open === 'add-days' && <AddDaysDialog onLeave={leave} />}
      {open === 'delete-unused' && <DeleteAllDialog type="delunused" onLeave={leave} />}
      {open === 'delete-used' && <DeleteAllDialog type="delused" onLeave={leave} />}
    </>
  );
}
