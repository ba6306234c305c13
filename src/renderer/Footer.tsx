// Footer with the language menu, Help and the shield. It speaks only about a problem with trust.
import { ShieldAlert, WifiOff, type IconNode } from 'lucide';
import { useCopy } from './bridge/loader-context.ts';
import { LanguageChoice } from './ui/LanguageChoice.tsx';
import { LinkButton } from './ui/LinkButton.tsx';
import { Button } from '@latchkey/kit/Button.tsx';
import { TrustShield } from './ui/TrustShield.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { linksToSettings, type LocalForm } from './phase-facts.ts';
import type { Phase } from '../shared/session.ts';
import type { Trust } from '@latchkey/client/facts.ts';

type Problem = Exclude<Trust['kind'], 'verified'>;

const problemStyles: Readonly<Record<Problem, { icon: IconNode; tone: string }>> = {
  unverified: { icon: ShieldAlert, tone: 'warning' },
  'not-reached': { icon: WifiOff, tone: 'neutral' },
  refused: { icon: ShieldAlert, tone: 'warning' },
};

export interface FooterProps {
  readonly trust: Trust | null;
  readonly phase: Phase;
  readonly form: LocalForm | null;
  readonly open: (form: LocalForm) => void;
}

export function Footer({ trust, phase, form, open }: FooterProps) {
  const copy = useCopy();
  return (
    <footer className="strip foot">
      {trust !== null && trust.kind !== 'verified' && (
        <span className={`trust ${problemStyles[trust.kind].tone}`}>
          <Icon icon={problemStyles[trust.kind].icon} size={15} />
          {copy.trust[trust.kind]}
        </span>
      )}
      <span className="foot-end">
        {linksToSettings(phase, form) && (
          <Button kind="quiet" onClick={() => open('settings')}>
            {copy.settings.title}
          </Button>
        )}
        <LanguageChoice />
        <LinkButton name="help" kind="quiet" label={copy.links.help} />
        {trust !== null && <TrustShield trust={trust} />}
      </span>
    </footer>
  );
}
