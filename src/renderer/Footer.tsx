// The strip at the bottom: what is true about trust, the version, Help.
import { ShieldAlert, ShieldCheck, WifiOff, type IconNode } from 'lucide';
import { useParts } from './bridge/loader-context.ts';
import { connectionWords } from './copy/connection-failures.ts';
import { footerCopy as copy } from './copy/footer.ts';
import { linkCopy } from './copy/links.ts';
import { LinkButton } from './ui/LinkButton.tsx';
import { Icon } from './ui/Icon.tsx';
import type { Failure } from '../shared/failure.ts';
import type { LoaderInfo, Session } from '../shared/session.ts';

interface Trust {
  readonly icon: IconNode;
  readonly tone: 'good' | 'warning' | 'neutral';
  readonly text: string;
}

/** What keeps this computer from the service right now, as far as it has shown. */
function troubleOf({ phase, notice }: Session): Failure | null {
  if (phase.kind === 'unreachable') return phase.failure;
  const told = notice?.kind === 'failure' ? notice.failure : null;
  return told !== null && Object.hasOwn(connectionWords, told.code) ? told : null;
}

function trustOf(session: Session, trust: LoaderInfo['trust']): Trust | null {
  if (session.phase.kind === 'starting') return null;
  const trouble = troubleOf(session);
  if (trouble !== null)
    return trouble.code === 'bad-signature'
      ? { icon: ShieldAlert, tone: 'warning', text: copy.notVerified }
      : { icon: WifiOff, tone: 'neutral', text: copy.notConnected };
  if (trust === 'unverified')
    return { icon: ShieldAlert, tone: 'warning', text: copy.unverifiedService };
  return { icon: ShieldCheck, tone: 'good', text: copy.verified };
}

export function Footer({ session }: { readonly session: Session }) {
  const { info } = useParts();
  const trust = trustOf(session, info.trust);
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
