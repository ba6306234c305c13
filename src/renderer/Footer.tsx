// The strip at the bottom: what is true about trust, the version, Help.
import { ShieldAlert, ShieldCheck, WifiOff, type IconNode } from 'lucide';
import { fill } from './copy/fill.ts';
import { useParts } from './bridge/loader-context.ts';
import { ago } from './copy/dates.ts';
import { footerCopy as copy, trustCopy } from './copy/footer.ts';
import { linkCopy } from './copy/links.ts';
import { LinkButton } from './ui/LinkButton.tsx';
import { Icon } from './ui/Icon.tsx';
import { useAge } from './ui/use-age.ts';
import type { Trust } from '../shared/session.ts';

const looks: Readonly<Record<Trust['kind'], { icon: IconNode; tone: string }>> = {
  verified: { icon: ShieldCheck, tone: 'good' },
  unverified: { icon: ShieldAlert, tone: 'warning' },
  'not-reached': { icon: WifiOff, tone: 'neutral' },
  refused: { icon: ShieldAlert, tone: 'warning' },
};

export function Footer({ trust }: { readonly trust: Trust | null }) {
  const { info } = useParts();
  return (
    <footer className="strip foot">
      {trust !== null && (
        <span className={`trust ${looks[trust.kind].tone}`}>
          <Icon icon={looks[trust.kind].icon} size={15} />
          {trust.kind === 'verified' ? <Verified at={trust.at} /> : trustCopy[trust.kind]}
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

/** Not a live region: the time that passes is no news. */
function Verified({ at }: { readonly at: number }) {
  return fill(trustCopy.verified, { ago: ago(useAge(at)) });
}
