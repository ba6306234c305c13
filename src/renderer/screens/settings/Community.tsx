// Shows online users and counts in the settings, if the brand enables them.
import type { Copy } from '../../../copy/copy.ts';
import { formatNumber } from '../../../copy/dates.ts';
import { pluralize, fill } from '../../../copy/sentences.ts';
import type { Community as Facts, Count, Online } from '../../../shared/community.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { usePolling } from '../../bridge/use-polling.ts';
import { Sheet } from '@latchkey/kit/Sheet.tsx';

export function Community() {
  const { community } = useLoaderContext().info;
  return community.online || community.stats ? <PolledCommunity /> : null;
}

function PolledCommunity() {
  const { bridge } = useLoaderContext();
  const { value } = usePolling(
    () => bridge.readCommunity({}),
    () => void bridge.stopReading({ what: 'community' }),
  );
  if (value === null) return null;
  const { online, users, usersOnline, keys } = value;
  const known = online !== null || [users, usersOnline, keys].some((count) => count !== null);
  return known ? <CommunitySheet facts={value} /> : null;
}

function CommunitySheet({ facts }: { readonly facts: Facts }) {
  const { community: copy } = useCopy();
  return (
    <Sheet title={copy.title} below={<p className="small">{copy.text}</p>}>
      {/* A description list, because the rows are pairs of a term and a value. */}
      <dl className="rows">
        <CountRow label={copy.users} count={facts.users} />
        <CountRow label={copy.usersOnline} count={facts.usersOnline} />
        <CountRow label={copy.keys} count={facts.keys} />
        {facts.online !== null && <OnlineNames online={facts.online} />}
      </dl>
    </Sheet>
  );
}

function CountRow({ label, count }: { readonly label: string; readonly count: Count | null }) {
  const copy = useCopy();
  if (count === null) return null;
  return (
    <div className="row row-head">
      <dt>{label}</dt>
      <dd className="count">{countText(copy, count)}</dd>
    </div>
  );
}

function countText(copy: Copy, { value, orMore }: Count): string {
  const count = formatNumber(copy, value);
  return orMore ? fill(copy.community.orMore, { count }) : count;
}

function OnlineNames({ online: { names, more } }: { readonly online: Online }) {
  const { community: copy, locale } = useCopy();
  return (
    <div className="row">
      <dt>{copy.names}</dt>
      <dd>
        {names.length === 0 ? (
          <p className="small">{copy.nobody}</p>
        ) : (
          <ul className="names small">
            {names.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {more > 0 && <li>{pluralize(locale, copy.moreNames, more, {})}</li>}
          </ul>
        )}
      </dd>
    </div>
  );
}
