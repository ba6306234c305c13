// The strip at the top: the seller's mark and name, and the account once there is one.
import { useCopy, useParts } from './bridge/loader-context.ts';
import { fill, type Unfilled } from '../copy/sentences.ts';
import { accountOf } from './phase-facts.ts';
import { laterParts } from './screens/later-parts.ts';
import type { MenuItem } from './kit/Menu.tsx';
import { Mark } from './ui/Mark.tsx';
import { allows, isAt } from '../shared/phases.ts';
import type { Phase } from '../shared/session.ts';

export function Header({ phase }: { readonly phase: Phase }) {
  const { bridge, info } = useParts();
  const copy = useCopy().account;
  const username = accountOf(phase);
  const because = (text: Unfilled<'brand'>) => fill(text, { brand: info.brand.name });
  const offBecause = allows(phase, 'signOut')
    ? null
    : because(phase.kind === 'running' ? copy.notWhileRunning : copy.notWhileStarting);
  const signOut: MenuItem = {
    label: copy.signOut,
    offBecause,
    choose: () => void bridge.signOut({}),
  };
  const refresh: MenuItem = {
    label: copy.refresh,
    offBecause: null,
    choose: () => void bridge.retry({}),
  };
  return (
    <header className="strip head">
      <span className="brand">
        <Mark size="small" />
        <bdi className="brand-name">{info.brand.name}</bdi>
      </span>
      {username !== null &&
        laterParts().drawAccountMenu({
          username,
          items: isAt(phase, 'inside') && allows(phase, 'retry') ? [refresh, signOut] : [signOut],
          foot: fill(copy.loader, { version: info.loaderVersion }),
        })}
    </header>
  );
}
