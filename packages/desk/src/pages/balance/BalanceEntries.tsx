// The changes of a balance, newest first.
import { History } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { durationText } from './durations.ts';
import { useLevels } from './levels.ts';

type Entry = RowOf<'fetchbalance'>;

export function BalanceEntries({ username }: { readonly username: string }) {
  const language = useLanguage();
  const { formats } = language;
  const { balance } = language.copy;
  const levels = useLevels();
  const list = useList('fetchbalance', { username });
  return (
    <ListTable
      caption={balance.entries}
      list={list}
      // Entries have no id, and several of them can be equal.
      rowKey={(row) => String(list.rows.indexOf(row))}
      columns={[
        { key: 'what', header: balance.what, cell: (row) => <Kind entry={row} /> },
        {
          key: 'duration',
          header: balance.duration,
          cell: ({ duration }) => (
            <span className="capital">{durationText(language, duration)}</span>
          ),
        },
        {
          key: 'level',
          header: balance.level,
          secondary: true,
          cell: ({ level }) => (level === '' ? balance.anyLevel : levels.text(level)),
        },
        { key: 'by', header: balance.by, secondary: true, cell: ({ by }) => <By label={by} /> },
        { key: 'when', header: balance.when, cell: ({ date }) => formats.dateTime(date) },
        {
          key: 'change',
          header: balance.change,
          numeric: true,
          cell: ({ amount }) => formats.signed(amount),
        },
      ]}
      empty={<Empty icon={History} title={balance.noEntries} text={balance.noEntriesText} />}
    />
  );
}

function Kind({ entry: { kind, amount } }: { readonly entry: Entry }) {
  const { copy, seller } = useLanguage();
  const isTaken = kind === 'grant' && Number(amount) < 0;
  return (
    <span className="capital">
      {isTaken ? copy.balance.takenBack : seller.balanceEntries[kind]}
    </span>
  );
}

/** The label of an account is `account NAME`. */
function By({ label }: { readonly label: string }) {
  const { balance } = useLanguage().copy;
  return label === '' ? balance.application : <bdi>{label.replace(/^account /, '')}</bdi>;
}
