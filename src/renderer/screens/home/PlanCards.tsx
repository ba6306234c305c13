// A card for each subscription: its end, the time left, and what renewing costs.
import type { Account, Subscription } from '../../../shared/session.ts';
import { subscriptionTexts } from '../../../copy/ready-texts.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { Included } from '../../ui/Included.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RedeemButton } from '../../ui/RedeemButton.tsx';
import { shareLeft } from '../../ui/share-left.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';

/** The settings show all words about features. */
const cardWords = 5;

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
  const { brand, links } = useLoaderContext().info;
  const { price } = brand;
  const { chip, tone, line } = subscriptionTexts(copy, subscription, now, isCurrent);
  // A narrow window keeps its room for what comes next.
  const wide = tone === 'good' ? 'in-wide-window' : '';
  const share = isCurrent ? shareLeft(subscription, now) : null;
  return (
    <li className="sheet home-card">
      <div className="home-card-head">
        <bdi className="headline">{subscription.name}</bdi>
        <Chip tone={tone}>{chip}</Chip>
      </div>
      {line !== null && <p className="small">{line}</p>}
      <Included words={subscription.included ?? []} most={cardWords} />
      {share !== null && (
        <div className="in-wide-window">
          <ProgressBar share={share} tone={tone} />
        </div>
      )}
      {!subscription.lifetime && (
        <p className={`home-card-acts ${wide}`.trimEnd()}>
          <LinkButton name="renew" kind="quiet" label={copy.links.renew} />
          {price !== null && links.renew !== undefined && (
            <bdi className="small in-wide-window">{price}</bdi>
          )}
          {tone !== 'good' && (
            <RedeemButton kind="quiet" label={copy.ready.redeemShort} onClick={redeem} />
          )}
        </p>
      )}
    </li>
  );
}
