// The buttons of one license. They show only what the person may do in this state of the license.
import { useState, type ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useCopy } from '../../../copy/language.ts';
import { goTo } from '../../../router/location.ts';
import { useApplication, useMay } from '../../../session/application.ts';
import { AssignDialog } from './edit-dialogs.tsx';
import type { LicenseInfo } from './LicensePage.tsx';
import { BanDialog, DeleteDialog, RefundDialog, UnbanDialog } from './time-dialogs.tsx';

interface LicenseActionsProps {
  readonly license: string;
  readonly info: LicenseInfo;
}

type Action = 'assign' | 'ban' | 'unban' | 'refund' | 'delete';

export function LicenseActions({ license, info }: LicenseActionsProps) {
  const { licenses } = useCopy();
  const { one } = licenses;
  const { name, role } = useApplication();
  const maySell = useMay('sell');
  const mayAll = useMay('all');
  const [open, setOpen] = useState<Action | null>(null);
  const isUnused = info.status === 'Not Used';
  const isBanned = info.status === 'Banned';
  const offers: readonly (readonly [Action, string, boolean])[] = [
    ['ban', one.ban, maySell && !isBanned],
    ['refund', one.refund, maySell && !isBanned],
    ['unban', one.unban, mayAll && isBanned],
    ['delete', one.delete, mayAll || (role === 'reseller' && isUnused)],
  ];
  const items = offers
    .filter(([, , isOffered]) => isOffered)
    .map(([action, label]) => ({ label, disabledReason: null, choose: () => setOpen(action) }));
  const dialog = { license, info, onLeave: () => setOpen(null) };
  const dialogs: Readonly<Record<Action, () => ReactNode>> = {
    assign: () => <AssignDialog {...dialog} />,
    ban: () => <BanDialog {...dialog} />,
    unban: () => <UnbanDialog {...dialog} />,
    refund: () => <RefundDialog {...dialog} />,
    delete: () => <DeleteDialog {...dialog} onDeleted={() => goTo(name, 'licenses')} />,
  };
  return (
    <>
      {maySell && isUnused && (
        <Button kind="outlined" onClick={() => setOpen('assign')}>
          {one.assign}
        </Button>
      )}
      {items.length > 0 && (
        <Menu buttonLabel={licenses.more} label={licenses.more} items={items}>
          {licenses.more}
        </Menu>
      )}
      {open !== null && dialogs[open]()}
    </>
  );
}
