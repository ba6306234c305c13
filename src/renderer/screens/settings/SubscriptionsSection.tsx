// Lists all subscriptions of the account.
import type { Copy } from '../../../copy/copy.ts';
import { formatEnd } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { Account, Subscription } from '../../../shared/session.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { SubscriptionRow } from '../../ui/Subscriptions.tsx';
import { useServiceNow } from '../../ui/use-service-now.ts';

/** Short enough to show the remaining minutes correctly. */
const redrawEveryMs = 20_000;

export function SubscriptionsSection({ account }: { readonly account: Account }) {
  const copy = useCopy();
  const now = useServiceNow(redrawEveryMs);
  const { subscriptions, dates, extras = [], lapsed = [] } = account;
  return (
    <Sheet
      title={copy.accountScreen.subscriptions}
      below={dates === 'outdated' && <p className="small">{copy.ready.atNextSignIn}</p>}
    >
      <Rows>
        {subscriptions.map((subscription, index) => (
          // An index works as the key, because names may repeat and rows hold no state.
          <SubscriptionRow
            key={index}
            subscription={subscription}
            dates={dates}
            now={now}
            more={moreOf(copy, subscription, now)}
          />
        ))}
        {extras.map(({ words, until }, index) => (
          <Row key={index} name={words}>
            {until !== null && (
              <p className="small">
                {fill(copy.subscription.until, { date: formatEnd(copy, until, now) })}
              </p>
            )}
          </Row>
        ))}
        {lapsed.map((one, index) => (
          <LapsedRow key={index} one={one} now={now} />
        ))}
      </Rows>
    </Sheet>
  );
}

function moreOf(copy: Copy, { startedAt, level }: Subscription, now: number | null): string {
  const { accountScreen: texts } = copy;
  const date = startedAt === null ? null : formatEnd(copy, startedAt, now);
  if (date === null) return level === undefined ? '' : fill(texts.level, { level });
  return level === undefined
    ? fill(texts.since, { date })
    : fill(texts.sinceAndLevel, { date, level });
}

interface LapsedRowProps {
  readonly one: Lapsed;
  readonly now: number | null;
}

function LapsedRow({ one: { name, expiresAt, paused }, now }: LapsedRowProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const ended =
    expiresAt === null
      ? null
      : fill(copy.subscription.endedOn, { date: formatEnd(copy, expiresAt, now) });
  const line = paused ? fill(copy.accountScreen.pausedText, { brand: info.brand.name }) : ended;
  return (
    <Row
      name={name}
      mark={<Chip tone="neutral">{paused ? copy.state.paused : copy.state.ended}</Chip>}
    >
      {line !== null && <p className="small">{line}</p>}
    </Row>
  );
}
