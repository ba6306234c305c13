// The buttons of one license. They show only what the person may do in this state of the license.
import { Button } from '@latchkey/kit/Button.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useApplication, useMay } from '../../../session/application.ts';
import { changeOfLicense, type LicenseChange } from '../changes.tsx';
import type { LicenseInfo } from './LicensePage.tsx';

interface LicenseActionsProps {
  readonly license: string;
  readonly info: LicenseInfo;
}

export function LicenseActions({ license, info }: LicenseActionsProps) {
  const { licenses } = useCopy();
  const { one } = licenses;
  const isReseller = useApplication().role === 'reseller';
  const maySell = useMay('sell');
  const mayAll = useMay('all');
  const open = useOpenChange();
  const isUnused = info.status === 'Not Used';
  const isBanned = info.status === 'Banned';
  const offers: readonly (readonly [LicenseChange, boolean])[] = [
    ['ban', maySell && !isBanned],
    ['refund', maySell && !isBanned],
    ['unban', mayAll && isBanned],
    ['delete', mayAll || (isReseller && isUnused)],
  ];
  const choose = (name: LicenseChange) =>
    open(changeOfLicense(name, { license, info, isReseller }));
  const items = offers
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => ({
      label: one[name].label,
      disabledReason: null,
      choose: () => choose(name),
    }));
  return (
    <>
      {maySell && isUnused && (
        <Button kind="outlined" onClick={() => choose('assign')}>
          {one.assign.label}
        </Button>
      )}
      {items.length > 0 && (
        <Menu buttonLabel={licenses.more} label={licenses.more} items={items}>
          {licenses.more}
        </Menu>
      )}
    </>
  );
}
