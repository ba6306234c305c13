// Signed in, but nothing is active: ended, never begun, or paused.
import { Clock, KeyRound, Pause } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { dateAndTime } from '../copy/dates.ts';
import { linkCopy } from '../copy/links.ts';
import { foundCopy } from '../copy/steps.ts';
import {
  endedText,
  expiredCopy,
  neverCopy,
  pausedCopy,
  pausedText,
  stateCopy as copy,
} from '../copy/states.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Lapsed, Phase } from '../../shared/session.ts';

export interface NoSubscriptionProps {
  readonly phase: Extract<Phase, { readonly kind: 'no-subscription' }>;
  readonly redeem: () => void;
}

const found = {
  expired: foundCopy.ended,
  never: foundCopy.never,
  paused: foundCopy.paused,
} as const;

const looks = {
  expired: { icon: Clock, tone: 'warning', title: expiredCopy.title },
  never: { icon: KeyRound, tone: 'accent', title: neverCopy.title },
  paused: { icon: Pause, tone: 'neutral', title: pausedCopy.title },
} as const;

export function NoSubscription({ phase, redeem }: NoSubscriptionProps) {
  const { info } = useParts();
  const { lapsed, report, cause, username } = phase;
  const paused = cause === 'paused';
  return (
    <StateScreen
      {...looks[cause]}
      text={textOf(phase, info.brand.name)}
      what={`no-subscription ${cause}`}
      report={report}
      facts={[{ name: copy.signedInAs, value: <bdi>{username}</bdi> }]}
      actions={
        paused ? (
          <>
            <RetryButton kind="filled" label={copy.checkAgain} found={found[cause]} />
            <LinkButton name="contact" kind="outlined" label={linkCopy.contact} />
          </>
        ) : (
          <>
            <Button kind="filled" onClick={redeem}>
              {copy.redeem}
            </Button>
            <LinkButton
              name="renew"
              kind="outlined"
              label={cause === 'never' ? linkCopy.subscribe : linkCopy.renew}
            />
          </>
        )
      }
      links={
        paused ? (
          <Button kind="quiet" onClick={redeem}>
            {copy.redeem}
          </Button>
        ) : (
          <RetryButton kind="quiet" label={copy.checkAgain} found={found[cause]} />
        )
      }
    >
      {lapsed.length > 1 && <LapsedList lapsed={lapsed} />}
    </StateScreen>
  );
}

function textOf({ cause, lapsed }: NoSubscriptionProps['phase'], brand: string): string {
  switch (cause) {
    case 'never':
      return neverCopy.text;
    case 'expired':
      return endedText(lapsed);
    case 'paused':
      return pausedText(lapsed, brand);
  }
}

function LapsedList({ lapsed }: { readonly lapsed: readonly Lapsed[] }) {
  return (
    <div className="sheet">
      <ul className="rows">
        {lapsed.map(({ name, paused, expiresAt }, index) => (
          <li className="row" key={index}>
            <div className="row-head">
              <bdi className="headline">{name}</bdi>
              <Chip tone={paused ? 'neutral' : 'warning'}>{paused ? copy.paused : copy.ended}</Chip>
            </div>
            {expiresAt !== null && <p className="small">{dateAndTime(expiresAt)}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
