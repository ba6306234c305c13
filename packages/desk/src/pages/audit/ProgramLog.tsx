// The log lines that programs sent, newest first.
import { ScrollText } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList } from '../../client/list.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { DeleteLog } from './DeleteLog.tsx';

export function ProgramLog() {
  const { audit } = useCopy();
  const formats = useFormats();
  const { name } = useApplication();
  const { program, columns } = audit;
  const mayDelete = useMay('all');
  const list = useList('fetchalllogs', {});
  return (
    <>
      <p className="lead">{program.text}</p>
      <ListTable
        list={list}
        caption={program.title}
        rowKey={(row) => `${row.logdate} ${String(list.rows.indexOf(row))}`}
        columns={[
          {
            key: 'date',
            header: columns.date,
            cell: ({ logdate }) => <time>{formats.dateTime(logdate)}</time>,
          },
          { key: 'text', header: columns.line, cell: ({ logdata }) => <bdi>{logdata}</bdi> },
          {
            key: 'user',
            header: columns.user,
            cell: ({ credential, userid }) =>
              credential !== null && (
                // A masked name is not known here, but its id is accepted in its place.
                <a href={hrefOf(name, 'users', userid ?? credential)}>
                  <bdi>{credential}</bdi>
                </a>
              ),
          },
          {
            key: 'ip',
            header: columns.ip,
            secondary: true,
            cell: ({ ip }) => <span className="mono">{ip}</span>,
          },
        ]}
        empty={<Empty icon={ScrollText} title={program.empty} />}
      />
      {mayDelete && list.rows.length > 0 && (
        <p className="after-list">
          <DeleteLog type="dellogs" texts={program} />
        </p>
      )}
    </>
  );
}
