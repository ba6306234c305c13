// Header with the brand's logo and name, and the account menu, or Settings for signed-out users.
import { useFirstCopy, useFirstContext } from './bridge/first-context.ts';
import { signedInUserOf, type LocalForm } from './phase-facts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { BrandLogo } from './ui/BrandLogo.tsx';
import type { Phase } from '../shared/session.ts';

export interface HeaderProps {
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
}

export function Header({ phase, open }: HeaderProps) {
  const { info, later } = useFirstContext();
  const copy = useFirstCopy();
  const username = signedInUserOf(phase);
  return (
    <header className="strip head">
      <span className="brand">
        <BrandLogo size="small" />
        <bdi className="brand-name">{info.brand.name}</bdi>
      </span>
      {username === null ? (
        <Button kind="quiet" onClick={() => open('settings')}>
          {copy.settings.title}
        </Button>
      ) : (
        later !== null && <later.AccountMenu username={username} phase={phase} open={open} />
      )}
    </header>
  );
}
