// The strip at the bottom: what is true about trust, the version, Help.
import { ShieldAlert, ShieldCheck, WifiOff, type IconNode } from 'lucide';
import { useParts } from './bridge/loader-context.ts';
import { footerCopy as copy } from './copy/footer.ts';
import { linkCopy } from './copy/links.ts';
import { LinkButton } from './ui/LinkButton.tsx';
import type { LoaderInfo, Phase } from '../shared/session.ts';
import { Icon } from './ui/Icon.tsx';

interface Trust {
  readonly icon: IconNode;
  readonly tone: 'good' | 'warning' | 'neutral';
  readonly text: string;
}

function trustOf(phase: Phase, trust: LoaderInfo['trust']): Trust | null {
  if (phase.kind === 'starting') return null;
  if (phase.kind === 'unreachable')
    return phase.failure.code === 'bad-signature'
      ? { icon: ShieldAlert, tone: 'warning', text: copy.notVerified }
      : { icon: WifiOff, tone: 'neutral', text: copy.notConnected };
  if (trust === 'unverified')
    return { icon: ShieldAlert, tone: 'warning', text: copy.unverifiedService };
  return { icon: ShieldCheck, tone: 'good', text: copy.verified };
}

export function Footer({ phase }: { readonly phase: Phase }) {
  const { info } = useParts();
  const trust = trustOf(phase, info.trust);
  return (
    <footer className="strip foot">
      {trust !== null && (
        <span className={`trust ${trust.tone}`}>
          <Icon icon={trust.icon} size={15} />
          {trust.text}
        </span>
      )}
      <span className="foot-end">
        <span>
          <span className="unseen">{copy.version} </span>
          {info.version}
        </span>
        <LinkButton name="help" kind="quiet" label={linkCopy.help} />
      </span>
    </footer>
  );
}
