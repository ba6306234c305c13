// All users that match the filters, page by page.
import { Users } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../../client/list.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import type { ListTableProps } from '../../../parts/ListTable.tsx';
import { useApplication } from '../../../session/application.ts';
import { handleOf, userHref } from '../user-link.ts';
import { UserName } from '../UserName.tsx';
import { Ago, dateOf } from './cells.tsx';
import { hasEnds, orderOf, parametersOf, type Filters } from './filters.ts';

type User = RowOf<'fetchallusers'>;

/** Reads nothing unless `enabled`. */
export function useAllUsers(
  filters: Filters,
  onSort: (sort: Filters['sort']) => void,
  enabled: boolean,
): ListTableProps<User> {
  const { users } = useCopy();
  const { name } = useApplication();
  const list = useList('fetchallusers', parametersOf(filters), { enabled });
  const columns = useColumns(filters, onSort);
  const isFiltered = filters.state !== '' || filters.plan !== '';
  return {
    list: enabled ? list : { ...list, isStale: true },
    caption: users.caption,
    columns,
    rowKey: handleOf,
    href: (row) => userHref(name, row),
    empty: (
      <Empty
        icon={Users}
        title={isFiltered ? users.noFilterMatch : users.empty}
        text={isFiltered ? users.noFilterMatchText : users.emptyText}
      />
    ),
  };
}

function useColumns(
  filters: Filters,
  onSort: (sort: Filters['sort']) => void,
): readonly Column<User>[] {
  const { copy, formats } = useLanguage();
  const { users } = copy;
  const sort = orderOf(filters);
  return [
    {
      key: 'name',
      header: users.name,
      sort: sort === 'name' ? 'asc' : null,
      onSort: () => onSort('name'),
      cell: ({ username, userid }) => <UserName username={username} isKey={userid !== undefined} />,
    },
    { key: 'state', header: users.status, cell: (user) => <StateChip {...user} /> },
    {
      key: 'plans',
      header: users.plans,
      cell: ({ subscriptions }) =>
        subscriptions.length > 0 && (
          <bdi>{subscriptions.map(({ subscription }) => subscription).join(', ')}</bdi>
        ),
    },
    {
      key: 'ends',
      header: users.ends,
      sort: sort === 'end' ? 'asc' : null,
      ...(hasEnds(filters) && { onSort: () => onSort('end') }),
      cell: ({ expires }) => dateOf(formats, expires),
    },
    {
      key: 'seen',
      header: users.lastSeen,
      secondary: true,
      cell: ({ lastlogin }) => <Ago at={lastlogin} />,
    },
    {
      key: 'created',
      header: users.created,
      secondary: true,
      sort: sort === 'newest' ? 'desc' : null,
      onSort: () => onSort('newest'),
      cell: ({ createdate }) => dateOf(formats, createdate),
    },
  ];
}

const tones = {
  active: 'good',
  expired: 'neutral',
  never: 'neutral',
  paused: 'warning',
  banned: 'danger',
} as const;

function StateChip({ state }: Pick<User, 'state'>) {
  const { users } = useCopy();
  return <Chip tone={tones[state]}>{users.shortStates[state]}</Chip>;
}
