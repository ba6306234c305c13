// The history of a user: sign-ins, refusals and redeemed keys, newest first.
import { History as HistoryIcon } from 'lucide';
import { outcomeText, operationText } from '@latchkey/seller-copy/history-text.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../../client/list.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { ListTable } from '../../../parts/ListTable.tsx';

type HistoryRow = RowOf<'fetchhistory'>;

export function History({ user }: { readonly user: string }) {
  const { user: texts } = useCopy();
  const list = useList('fetchhistory', { user });
  const columns = useColumns();
  return (
    <section aria-labelledby="user-history" className="user-history">
      <h2 className="headline" id="user-history">
        {texts.history}
      </h2>
      <ListTable
        list={list}
        caption={texts.historyCaption}
        columns={columns}
        rowKey={(row) => String(list.rows.indexOf(row))}
        empty={<Empty icon={HistoryIcon} title={texts.noHistory} />}
      />
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
      cell: ({ ip, computer }) =>
        (ip !== '' || computer !== '') && (
          <span>
            <bdi>{computer}</bdi> <span className="mono">{ip}</span>
          </span>
        ),
    },
    {
      key: 'version',
      header: texts.version,
      secondary: true,
      cell: ({ version }) => version !== '' && <bdi>{version}</bdi>,
    },
  ];
}
