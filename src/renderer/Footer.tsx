// Footer with the language menu, Help and the trust shield. Only a problem with trust adds a text.
import { ShieldAlert, WifiOff, type IconNode } from 'lucide';
import { useFirstCopy, useFirstContext } from './bridge/first-context.ts';
import { LanguageChoice } from './ui/LanguageChoice.tsx';
import { LinkButton } from './ui/LinkButton.tsx';
import { TrustShield } from './ui/TrustShield.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { offlineIn } from '../shared/phases.ts';
import type { Trust } from '@latchkey/client/facts.ts';

type Problem = Exclude<Trust['kind'], 'verified'>;

const problemStyles: Readonly<Record<Problem, { icon: IconNode; tone: string }>> = {
  unverified: { icon: ShieldAlert, tone: 'warning' },
  'not-reached': { icon: WifiOff, tone: 'neutral' },
  refused: { icon: ShieldAlert, tone: 'warning' },
};

export function Footer({ trust }: { readonly trust: Trust | null }) {
  const copy = useFirstCopy();
  // The home screen says that the user is offline.
  const isOffline = offlineIn(useFirstContext().session.phase) !== null;
  const isKnown = trust?.kind === 'verified' || (isOffline && trust?.kind === 'not-reached');
  return (
    <footer className="strip foot">
      {trust !== null && trust.kind !== 'verified' && !isKnown && (
        <span className={`trust ${problemStyles[trust.kind].tone}`}>
          <Icon icon={problemStyles[trust.kind].icon} size={15} />
          {copy.trust[trust.kind]}
        </span>
      )}
      <span className="foot-end">
        <LanguageChoice />
        <LinkButton name="help" kind="quiet" label={copy.links.help} />
        {trust !== null && <TrustShield trust={trust} />}
      </span>
    </footer>
  );
}
