// Users found by a text, and by what each was found.
import { SearchX } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Table, type Column } from '@latchkey/kit/Table.tsx';
import { useAsk, type AnswerTo } from '../../../client/seller.ts';
import { useLanguage } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';
import { useApplication } from '../../../session/application.ts';
import { handleOf, userHref } from '../user-link.ts';
import { UserName } from '../UserName.tsx';
import { Ago, dateOf } from './cells.tsx';

type Found = AnswerTo<'finduser'>['users'][number];

export function FoundUsers({ text }: { readonly text: string }) {
  const { copy, formats } = useLanguage();
  const { users } = copy;
  const { name } = useApplication();
  const found = useAsk('finduser', { text });
  const columns = useColumns();
  if (found.isError && found.data === undefined)
    return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  const rows = found.data?.users ?? [];
  return (
    <>
      <Table
        caption={users.caption}
        columns={columns}
        rows={rows}
        rowKey={handleOf}
        href={(row) => userHref(name, row)}
        waiting={found.isPending || found.isPlaceholderData}
        empty={<Empty icon={SearchX} title={users.noMatch} text={users.noMatchText} />}
      />
      {rows.length > 0 && (
        <p className="small" role="status">
          {found.data?.more === true
            ? users.tooMany
            : copy.frame.rows(formats.number(rows.length), rows.length, false)}
        </p>
      )}
    </>
  );
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
