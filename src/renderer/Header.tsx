// Header with the brand's logo and name, and the account menu of a signed-in user.
import { useParts } from './bridge/loader-context.ts';
import { accountOf, type LocalForm } from './phase-facts.ts';
import { AccountMenu } from './ui/AccountMenu.tsx';
import { Mark } from './ui/Mark.tsx';
import type { Phase } from '../shared/session.ts';

export interface HeaderProps {
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
}

export function Header({ phase, open }: HeaderProps) {
  const { info } = useParts();
  const username = accountOf(phase);
  return (
    <header className="strip head">
      <span className="brand">
        <Mark size="small" />
        <bdi className="brand-name">{info.brand.name}</bdi>
      </span>
      {username !== null && <AccountMenu username={username} phase={phase} open={open} />}
    </header>
  );
}
