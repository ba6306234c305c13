// Users found by a text, and by what each was found.
import { SearchX } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useAsk, type AnswerTo } from '../../../client/seller.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import type { ListTableProps } from '../../../parts/ListTable.tsx';
import { useApplication } from '../../../session/application.ts';
import { handleOf, userHref } from '../user-link.ts';
import { UserName } from '../UserName.tsx';
import { Ago, dateOf } from './cells.tsx';

type Found = AnswerTo<'finduser'>['users'][number];

/** Searches nothing for an empty text. */
export function useFoundUsers(text: string): ListTableProps<Found> {
  const { users } = useCopy();
  const { name } = useApplication();
  const found = useAsk('finduser', { text }, { enabled: text !== '' });
  const columns = useColumns();
  return {
    list: {
      rows: found.data?.users ?? [],
      isPending: found.isPending,
      isStale: found.isPlaceholderData,
      error: found.data === undefined ? found.error : null,
      retry: () => void found.refetch(),
      showMore: null,
      isReadingMore: false,
    },
    caption: users.caption,
    columns,
    rowKey: handleOf,
    href: (row) => userHref(name, row),
    empty: <Empty icon={SearchX} title={users.noMatch} text={users.noMatchText} />,
    ...(found.data?.more === true && { count: users.tooMany }),
  };
}

function useColumns(): readonly Column<Found>[] {
  const { copy, formats } = useLanguage();
  const { users } = copy;
  return [
    {
      key: 'name',
      header: users.name,
      cell: ({ username, userid, banned }) => (
        <>
          <UserName username={username} isKey={userid !== undefined} />
          {banned !== null && (
            <>
              {' '}
              <Chip tone="danger">{users.banned}</Chip>
            </>
          )}
        </>
      ),
    },
    { key: 'by', header: users.foundBy, cell: ({ by }) => users.by[by] },
    { key: 'seen', header: users.lastSeen, cell: ({ lastlogin }) => <Ago at={lastlogin} /> },
    {
      key: 'address',
      header: users.address,
      secondary: true,
      cell: ({ ip }) => ip !== null && <span className="mono">{ip}</span>,
    },
    {
      key: 'created',
      header: users.created,
      secondary: true,
      cell: ({ createdate }) => dateOf(formats, createdate),
    },
  ];
}
