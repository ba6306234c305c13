// Footer with the trust in the connection, the program version, the language menu and Help.
import { ShieldAlert, ShieldCheck, WifiOff, type IconNode } from 'lucide';
import { Fragment } from 'react';
import { useCopy, useParts } from './bridge/loader-context.ts';
import { ago } from '../copy/dates.ts';
import { fill, piecesOf } from '../copy/sentences.ts';
import { LanguageChoice } from './ui/LanguageChoice.tsx';
import { LinkButton } from './ui/LinkButton.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useAge } from '@latchkey/kit/use-age.ts';
import type { Trust } from '@latchkey/client/facts.ts';

const looks: Readonly<Record<Trust['kind'], { icon: IconNode; tone: string }>> = {
  verified: { icon: ShieldCheck, tone: 'good' },
  unverified: { icon: ShieldAlert, tone: 'warning' },
  'not-reached': { icon: WifiOff, tone: 'neutral' },
  refused: { icon: ShieldAlert, tone: 'warning' },
};

export function Footer({ trust }: { readonly trust: Trust | null }) {
  const { info } = useParts();
  const copy = useCopy();
  return (
    <footer className="strip foot">
      {trust !== null && (
        <span className={`trust ${looks[trust.kind].tone}`}>
          <Icon icon={looks[trust.kind].icon} size={15} />
          {trust.kind === 'verified' ? <Verified at={trust.at} /> : copy.trust[trust.kind]}
        </span>
      )}
      <span className="foot-end">
        <span>
          {piecesOf(copy.footer.version).map(({ text, place }) => (
            <Fragment key={place}>
              {text !== '' && <span className="unseen">{text}</span>}
              {place !== null && <bdi>{info.version}</bdi>}
            </Fragment>
          ))}
        </span>
        <LanguageChoice />
        <LinkButton name="help" kind="quiet" label={copy.links.help} />
      </span>
    </footer>
  );
}

/** This text is not a live region, because its age changes every second. */
function Verified({ at }: { readonly at: number }) {
  const copy = useCopy();
  return fill(copy.trust.verified, { ago: ago(copy, useAge(at)) });
}
