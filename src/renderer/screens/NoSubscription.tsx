// Screen for a user whose subscription has expired, is paused, or never existed.
import { Clock, KeyRound, Pause } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useIsOffered, useRenewalOptions } from '../bridge/use-offered.ts';
import type { Copy } from '../../copy/copy.ts';
import { formatEnd } from '../../copy/dates.ts';
import { endedText, neverText, pausedText, type RenewalOptions } from '../../copy/state-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MoreOptions } from '../ui/MoreOptions.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { useRetry } from '../ui/use-retry.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';
import type { Phase } from '../../shared/session.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';

export interface NoSubscriptionProps {
  readonly phase: Extract<Phase, { readonly kind: 'no-subscription' }>;
  readonly redeem: () => void;
}

const causeStyles = {
  expired: { icon: Clock, tone: 'warning' },
  never: { icon: KeyRound, tone: 'accent' },
  paused: { icon: Pause, tone: 'neutral' },
} as const;

export function NoSubscription({ phase, redeem }: NoSubscriptionProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const { lapsed, report, cause, username } = phase;
  const now = useServiceNow();
  return (
    <StateScreen
      {...causeStyles[cause]}
      title={copy[cause].title}
      text={textOf(copy, phase, info.brand.name, useRenewalOptions(), now)}
      situation={`no-subscription ${cause}`}
      report={report}
      facts={[{ name: copy.state.signedInAs, value: <bdi>{username}</bdi> }]}
      actions={<Actions cause={cause} redeem={redeem} />}
      links={
        cause === 'paused' ? <PausedOptions redeem={redeem} /> : <EndedOptions cause={cause} />
      }
    >
      {lapsed.length > 1 && <LapsedList lapsed={lapsed} now={now} />}
    </StateScreen>
  );
}

type Cause = NoSubscriptionProps['phase']['cause'];

interface ActionsProps extends Pick<NoSubscriptionProps, 'redeem'> {
  readonly cause: Cause;
}

function Actions({ cause, redeem }: ActionsProps) {
  const { checkResults, links, state } = useCopy();
  const canRedeem = useIsOffered()('redeem');
  const canRenew = useLoaderContext().info.links.renew !== undefined;
  if (cause === 'paused')
    return (
      <>
        <RetryButton kind="filled" label={state.checkAgain} resultText={checkResults.paused} />
        <LinkButton name="contact" kind="outlined" label={links.contact} />
      </>
    );
  const renewsFirst = canRenew && (cause === 'expired' || !canRedeem);
  const redeemButton = canRedeem && (
    <Button kind={renewsFirst ? 'outlined' : 'filled'} onClick={redeem}>
      {state.redeem}
    </Button>
  );
  return (
    <>
      {!renewsFirst && redeemButton}
      <LinkButton
        name="renew"
        kind={renewsFirst ? 'filled' : 'outlined'}
        label={cause === 'never' ? links.subscribe : links.renew}
      />
      {renewsFirst && redeemButton}
    </>
  );
}

function PausedOptions({ redeem }: Pick<NoSubscriptionProps, 'redeem'>) {
  const { state } = useCopy();
  const canRedeem = useIsOffered()('redeem');
  const redeemItem = { label: state.redeem, disabledReason: null, choose: redeem };
  return <MoreOptions items={canRedeem ? [redeemItem] : []} />;
}

function EndedOptions({ cause }: { readonly cause: Exclude<Cause, 'paused'> }) {
  const { checkResults, state } = useCopy();
  const { start, outcome } = useRetry(
    cause === 'expired' ? checkResults.ended : checkResults.never,
  );
  return (
    <>
      <MoreOptions
        links={['contact']}
        items={[{ label: state.checkAgain, disabledReason: null, choose: start }]}
      />
      {outcome}
    </>
  );
}

function textOf(
  copy: Copy,
  { cause, lapsed }: NoSubscriptionProps['phase'],
  brand: string,
  renewal: RenewalOptions,
  now: number | null,
): string {
  switch (cause) {
    case 'never':
      return neverText(copy, renewal);
    case 'expired':
      return endedText(copy, lapsed, renewal, now);
    case 'paused':
      return pausedText(copy, lapsed, brand);
  }
}

interface LapsedListProps {
  readonly lapsed: readonly Lapsed[];
  readonly now: number | null;
}

function LapsedList({ lapsed, now }: LapsedListProps) {
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
            {expiresAt !== null && <p className="small">{formatEnd(copy, expiresAt, now)}</p>}
          </Row>
        ))}
      </Rows>
    </div>
  );
}
