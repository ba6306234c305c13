// Header with the brand's logo and name, and the account menu of a signed-in user.
import { useLoaderContext } from './bridge/loader-context.ts';
import { accountOf, type LocalForm } from './phase-facts.ts';
import { AccountMenu } from './ui/AccountMenu.tsx';
import { BrandLogo } from './ui/BrandLogo.tsx';
import type { Phase } from '../shared/session.ts';

export interface HeaderProps {
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
}

export function Header({ phase, open }: HeaderProps) {
  const { info } = useLoaderContext();
  const username = accountOf(phase);
  return (
    <header className="strip head">
      <span className="brand">
        <BrandLogo size="small" />
        <bdi className="brand-name">{info.brand.name}</bdi>
      </span>
      {username !== null && <AccountMenu username={username} phase={phase} open={open} />}
    </header>
  );
}
