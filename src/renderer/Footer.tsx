// Footer with the trust in the connection, the loader version, the language menu and Help.
import { ShieldAlert, ShieldCheck, WifiOff, type IconNode } from 'lucide';
import { Fragment } from 'react';
import { useCopy, useLoaderContext } from './bridge/loader-context.ts';
import { formatAge } from '../copy/dates.ts';
import { fill, piecesOf } from '../copy/sentences.ts';
import { LanguageChoice } from './ui/LanguageChoice.tsx';
import { LinkButton } from './ui/LinkButton.tsx';
import { Button } from '@latchkey/kit/Button.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useAge } from '@latchkey/kit/use-age.ts';
import type { Trust } from '@latchkey/client/facts.ts';

const trustStyles: Readonly<Record<Trust['kind'], { icon: IconNode; tone: string }>> = {
  verified: { icon: ShieldCheck, tone: 'good' },
  unverified: { icon: ShieldAlert, tone: 'warning' },
  'not-reached': { icon: WifiOff, tone: 'neutral' },
  refused: { icon: ShieldAlert, tone: 'warning' },
};

export interface FooterProps {
  readonly trust: Trust | null;
  /** null: the settings are open, or the account menu opens them. */
  readonly openSettings: (() => void) | null;
}

export function Footer({ trust, openSettings }: FooterProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  return (
    <footer className="strip foot">
      {trust !== null && (
        <span className={`trust ${trustStyles[trust.kind].tone}`}>
          <Icon icon={trustStyles[trust.kind].icon} size={15} />
          {trust.kind === 'verified' ? <Verified at={trust.at} /> : copy.trust[trust.kind]}
        </span>
      )}
      <span className="foot-end">
        <span>
          {piecesOf(copy.footer.loader).map(({ text, placeholder }) => (
            <Fragment key={placeholder}>
              {text !== '' && <span className="unseen">{text}</span>}
              {placeholder !== null && <bdi>{info.loaderVersion}</bdi>}
            </Fragment>
          ))}
        </span>
        {openSettings !== null && (
          <Button kind="quiet" onClick={openSettings}>
            {copy.settings.title}
          </Button>
        )}
        <LanguageChoice />
        <LinkButton name="help" kind="quiet" label={copy.links.help} />
      </span>
    </footer>
  );
}

/** This text is not a live region, because its age changes every second. */
function Verified({ at }: { readonly at: number }) {
  const copy = useCopy();
  return fill(copy.trust.verified, { ago: formatAge(copy, useAge(at)) });
}
