// What needs attention, each with the page on which to act.
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { useAsk, type AnswerTo } from '../../client/seller.ts';
import { useLanguage, type Language } from '../../copy/language.ts';
import { hrefOf } from '../../router/location.ts';
import { withQuery, type Query } from '../../router/query.ts';
import { remember } from '../../parts/use-remembered.ts';
import { useApplication } from '../../session/application.ts';
import { allUsers, usersPage, type Filters } from '../users/list/filters.ts';
import { wordOf } from './word-of.ts';

interface Finding {
  readonly key: string;
  readonly text: string;
  readonly place: readonly string[];
  readonly query?: Query;
  /** Filters of the list of users that the place shows. */
  readonly users?: Filters;
}

/** Draws nothing if all is well, and nothing until that is known. */
export function Attention() {
  const language = useLanguage();
  const { home } = language.copy;
  const { name } = useApplication();
  const client = useQueryClient();
  const { data } = useAsk('attention', {});
  const findings = data === undefined ? [] : findingsIn(data, language);
  if (findings.length === 0) return null;
  return (
    <Sheet title={home.attention.title}>
      <Rows>
        {findings.map(({ key, text, place, query = {}, users }) => (
          <Row key={key}>
            <a
              className="finding"
              href={withQuery(hrefOf(name, ...place), query)}
              onClick={() => {
                if (users !== undefined) remember(client, name, usersPage, users);
              }}
            >
              <Icon icon={CircleAlert} size={18} />
              <bdi>{text}</bdi>
            </a>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

/** Fewer refusals than this are usual on any day. */
const fewRefusals = 10;

function findingsIn(
  { orders, webhooks, ending, refusals, resellers }: AnswerTo<'attention'>,
  { copy, formats, seller }: Language,
): readonly Finding[] {
  const { attention } = copy.home;
  const { number } = formats;
  const failed = webhooks.reduce((sum, webhook) => sum + webhook.failed, 0);
  const more = refusals.filter(({ count, before }) => count >= fewRefusals && count >= 2 * before);
  return [
    ...ordersInNeed(orders, { copy, formats }),
    ...(failed === 0
      ? []
      : [
          {
            key: 'webhooks',
            text: attention.webhooks(number(failed), failed),
            place: ['webhooks'],
          },
        ]),
    ...(ending === 0
      ? []
      : [
          {
            key: 'ending',
            text: attention.ending(number(ending), ending),
            place: ['users'],
            users: { ...allUsers, state: 'ending' as const },
          },
        ]),
    ...more.map(({ reason, count, before }) => ({
      key: reason,
      text: attention.refusals(wordOf(seller.outcomes, reason), number(count), number(before)),
      place: ['audit'],
    })),
    ...resellers.map(({ username, left }) => ({
      key: username,
      text: attention.reseller(username, number(left), left),
      place: ['team', username],
    })),
  ];
}

function ordersInNeed(
  orders: number,
  { copy: { homeSales }, formats }: Pick<Language, 'copy' | 'formats'>,
): readonly Finding[] {
  if (orders === 0) return [];
  const text = homeSales.attention(formats.number(orders), orders);
  return [{ key: 'orders', text, place: ['sales'], query: { attention: '1' } }];
}
