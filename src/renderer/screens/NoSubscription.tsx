// Screen for a user whose subscription has expired, is paused, or never existed.
import { Clock, KeyRound, Pause } from 'lucide';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useOffered, useWaysOn } from '../bridge/use-offered.ts';
import type { Copy } from '../../copy/copy.ts';
import { dateAndTime } from '../../copy/dates.ts';
import { endedText, neverText, pausedText, type WaysOn } from '../../copy/state-words.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';

export interface NoSubscriptionProps {
  readonly phase: Extract<Phase, { readonly kind: 'no-subscription' }>;
  readonly redeem: () => void;
}

const looks = {
  expired: { icon: Clock, tone: 'warning' },
  never: { icon: KeyRound, tone: 'accent' },
  paused: { icon: Pause, tone: 'neutral' },
} as const;

export function NoSubscription({ phase, redeem }: NoSubscriptionProps) {
  const { info } = useParts();
  const copy = useCopy();
  const { lapsed, report, cause, username } = phase;
  return (
    <StateScreen
      {...looks[cause]}
      title={copy[cause].title}
      text={textOf(copy, phase, info.brand.name, useWaysOn())}
      what={`no-subscription ${cause}`}
      report={report}
      facts={[{ name: copy.state.signedInAs, value: <bdi>{username}</bdi> }]}
      actions={<Actions cause={cause} redeem={redeem} />}
      links={<Links cause={cause} redeem={redeem} />}
    >
      {lapsed.length > 1 && <LapsedList lapsed={lapsed} />}
    </StateScreen>
  );
}

interface WaysOnProps {
  readonly cause: NoSubscriptionProps['phase']['cause'];
  readonly redeem: () => void;
}

function Actions({ cause, redeem }: WaysOnProps) {
  const { found, links, state } = useCopy();
  const redeems = useOffered()('redeem');
  return cause === 'paused' ? (
    <>
      <RetryButton kind="filled" label={state.checkAgain} found={found.paused} />
      <LinkButton name="contact" kind="outlined" label={links.contact} />
    </>
  ) : (
    <>
      {redeems && (
        <Button kind="filled" onClick={redeem}>
          {state.redeem}
        </Button>
      )}
      <LinkButton
        name="renew"
        kind={redeems ? 'outlined' : 'filled'}
        label={cause === 'never' ? links.subscribe : links.renew}
      />
    </>
  );
}

function Links({ cause, redeem }: WaysOnProps) {
  const { found, state } = useCopy();
  const redeems = useOffered()('redeem');
  return cause === 'paused' ? (
    redeems && (
      <Button kind="quiet" onClick={redeem}>
        {state.redeem}
      </Button>
    )
  ) : (
    <RetryButton
      kind="quiet"
      label={state.checkAgain}
      found={cause === 'expired' ? found.ended : found[cause]}
    />
  );
}

function textOf(
  copy: Copy,
  { cause, lapsed }: NoSubscriptionProps['phase'],
  brand: string,
  ways: WaysOn,
): string {
  switch (cause) {
    case 'never':
      return neverText(copy, ways);
    case 'expired':
      return endedText(copy, lapsed, ways);
    case 'paused':
      return pausedText(copy, lapsed, brand);
  }
}

function LapsedList({ lapsed }: { readonly lapsed: readonly Lapsed[] }) {
  const copy = useCopy();
  return (
    <div className="sheet">
      <Rows>
        {lapsed.map(({ name, paused, expiresAt }, index) => (
          <Row
            key={index}
            name={name}
            mark={
              <Chip tone={paused ? 'neutral' : 'warning'}>
                {paused ? copy.state.paused : copy.state.ended}
              </Chip>
            }
          >
            {expiresAt !== null && <p className="small">{dateAndTime(copy, expiresAt)}</p>}
          </Row>
        ))}
      </Rows>
    </div>
  );
}
