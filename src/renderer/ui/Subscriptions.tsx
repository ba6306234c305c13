// A row for a subscription: its state and end date, and a bar if start and end are known.
import type { Account, Subscription } from '../../shared/session.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { subscriptionTexts } from '../../copy/ready-texts.ts';
import { Included } from './Included.tsx';
import { shareLeft } from './share-left.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { ProgressBar } from '@latchkey/kit/ProgressBar.tsx';
import { Row } from '@latchkey/kit/Rows.tsx';

export interface SubscriptionRowProps {
  readonly subscription: Subscription;
  readonly dates: Account['dates'];
  readonly now: number | null;
  readonly more?: string;
}

export function SubscriptionRow({ subscription, dates, now, more = '' }: SubscriptionRowProps) {
  const copy = useCopy();
  const texts = subscriptionTexts(copy, subscription, now, dates === 'current');
  const share = dates === 'current' ? shareLeft(subscription, now) : null;
  return (
    <Row name={subscription.name} mark={<Chip tone={texts.tone}>{texts.chip}</Chip>}>
      {texts.line !== null && <p className="small">{texts.line}</p>}
      {more !== '' && <p className="small">{more}</p>}
      <Included words={subscription.included ?? []} />
      {share !== null && <ProgressBar share={share} tone={texts.tone} />}
    </Row>
  );
}
