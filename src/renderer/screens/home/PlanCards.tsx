// A card for each subscription, with its end. If it ends soon or has ended, buttons extend it.
import type { Account, Subscription } from '../../../shared/session.ts';
import { subscriptionTexts } from '../../../copy/ready-texts.ts';
import { useCopy } from '../../bridge/loader-context.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RedeemButton } from '../../ui/RedeemButton.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';

export interface PlanCardsProps {
  readonly account: Account;
  /** The service's time in unix milliseconds, or null if unknown. */
  readonly now: number | null;
  readonly redeem: () => void;
}

export function PlanCards({ account, now, redeem }: PlanCardsProps) {
  const copy = useCopy().ready;
  const { subscriptions, dates } = account;
  if (subscriptions.length === 0) return null;
  return (
    <>
      <ul className="plans" aria-label={copy.subscriptions}>
        {subscriptions.map((subscription, index) => (
          // An index works as the key, because names may repeat and cards hold no state.
          <PlanCard
            key={index}
            {...{ subscription, now, redeem }}
            isCurrent={dates === 'current'}
          />
        ))}
      </ul>
      {dates === 'outdated' && <p className="small full">{copy.atNextSignIn}</p>}
    </>
  );
}

interface PlanCardProps extends Pick<PlanCardsProps, 'now' | 'redeem'> {
  readonly subscription: Subscription;
  readonly isCurrent: boolean;
}

function PlanCard({ subscription, now, redeem, isCurrent }: PlanCardProps) {
  const copy = useCopy();
  const { chip, tone, line } = subscriptionTexts(copy, subscription, now, isCurrent);
  return (
    <li className="sheet home-card">
      <div className="home-card-head">
        <bdi className="headline">{subscription.name}</bdi>
        <Chip tone={tone}>{chip}</Chip>
      </div>
      {line !== null && <p className="small">{line}</p>}
      {tone !== 'good' && (
        <p className="home-card-acts">
          <LinkButton name="renew" kind="quiet" label={copy.links.renew} />
          <RedeemButton kind="quiet" label={copy.ready.redeemShort} onClick={redeem} />
        </p>
      )}
    </li>
  );
}
