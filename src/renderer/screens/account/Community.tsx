// Shows online users and counts on the account screen, if the brand enables them.
import type { Copy } from '../../../copy/copy.ts';
import { digits } from '../../../copy/dates.ts';
import { counted, fill } from '../../../copy/sentences.ts';
import type { Community as Facts, Count, Online } from '../../../shared/community.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { useReading } from '../../bridge/use-reading.ts';
import { Sheet } from '@latchkey/kit/Sheet.tsx';

export function Community() {
  const { community } = useParts().info;
  return community.online || community.stats ? <Read /> : null;
}

function Read() {
  const { bridge } = useParts();
  const { value } = useReading(
    () => bridge.readCommunity({}),
    () => void bridge.stopReading({ what: 'community' }),
  );
  if (value === null) return null;
  const { online, users, usersOnline, keys } = value;
  const known = online !== null || [users, usersOnline, keys].some((count) => count !== null);
  return known ? <Shown facts={value} /> : null;
}

function Shown({ facts }: { readonly facts: Facts }) {
  const { community: copy } = useCopy();
  return (
    <Sheet title={copy.title} below={<p className="small">{copy.text}</p>}>
      {/* A description list, because the rows are pairs of a term and a value. */}
      <dl className="rows">
        <CountRow label={copy.users} count={facts.users} />
        <CountRow label={copy.usersOnline} count={facts.usersOnline} />
        <CountRow label={copy.keys} count={facts.keys} />
        {facts.online !== null && <Names online={facts.online} />}
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
      <dd className="count">{inWords(copy, count)}</dd>
    </div>
  );
}

function inWords(copy: Copy, { value, orMore }: Count): string {
  const count = digits(copy, value);
  return orMore ? fill(copy.community.orMore, { count }) : count;
}

function Names({ online: { names, more } }: { readonly online: Online }) {
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
            {more > 0 && <li>{counted(locale, copy.moreNames, more, {})}</li>}
          </ul>
        )}
      </dd>
    </div>
  );
}
