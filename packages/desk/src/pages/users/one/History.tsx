// The history of a user: sign-ins, refusals and redeemed keys, newest first.
import { History as HistoryIcon } from 'lucide';
import { outcomeText, operationText } from '@latchkey/seller-copy/history-text.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { Table, type Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../../client/list.ts';
import { useLanguage } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';

type HistoryRow = RowOf<'fetchhistory'>;

export function History({ user }: { readonly user: string }) {
  const { copy, formats } = useLanguage();
  const { frame, user: texts } = copy;
  const list = useList('fetchhistory', { user });
  const columns = useColumns();
  if (list.error !== null) return <LoadFailed error={list.error} retry={list.retry} />;
  return (
    <section aria-label={texts.history} className="user-history">
      <h2 className="headline">{texts.history}</h2>
      <Table
        caption={texts.historyCaption}
        columns={columns}
        rows={list.rows}
        rowKey={(row) => `${row.date} ${list.rows.indexOf(row)}`}
        waiting={list.isPending}
        empty={<Empty icon={HistoryIcon} title={texts.noHistory} />}
      />
      {list.showMore !== null && (
        <Pager
          count={texts.shown(formats.number(list.rows.length))}
          moreLabel={frame.showMore}
          onMore={list.showMore}
          waiting={list.isReadingMore}
        />
      )}
    </section>
  );
}

function useColumns(): readonly Column<HistoryRow>[] {
  const { copy, formats, seller } = useLanguage();
  const { user: texts } = copy;
  return [
    {
      key: 'when',
      header: texts.when,
      cell: ({ date }) => <time>{formats.dateTime(date)}</time>,
    },
    { key: 'what', header: texts.what, cell: ({ operation }) => operationText(seller, operation) },
    {
      key: 'outcome',
      header: texts.outcome,
      cell: ({ outcome }) =>
        outcome === 'ok' ? texts.ok : <Chip tone="danger">{outcomeText(seller, outcome)}</Chip>,
    },
    {
      key: 'where',
      header: texts.where,
      cell: ({ ip, computer }) => (
        <>
          <bdi>{computer}</bdi> <span className="mono">{ip}</span>
        </>
      ),
    },
    {
      key: 'version',
      header: texts.version,
      secondary: true,
      cell: ({ version }) => <bdi>{version}</bdi>,
    },
  ];
}
