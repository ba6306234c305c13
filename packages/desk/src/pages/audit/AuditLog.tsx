// The audit log: who changed or read what, newest first.
import { History } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useList } from '../../client/list.ts';
import { useAsk } from '../../client/seller.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { useMay } from '../../session/application.ts';
import { DeleteLog } from './DeleteLog.tsx';

const everyone = '';
/** Prefix of the labels of accounts in the audit log (docs/people.md). */
const accountPrefix = 'account ';

export function AuditLog() {
  const { audit, frame } = useCopy();
  const formats = useFormats();
  const { people, columns } = audit;
  const maySearch = useMay('all');
  const [by, setBy] = useState(everyone);
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const accounts = useAsk('fetchallaccounts', { limit: '200' });
  const [shown, setShown] = useState<'changes' | 'all'>('changes');
  const filters = {
    by: by || undefined,
    text: text || undefined,
    changes: shown === 'changes' ? '1' : undefined,
  };
  const list = useList('fetchauditlog', filters);
  const isFiltered = by !== everyone || text !== '';
  return (
    <>
      <div className="toolbar">
        {maySearch && (
          <SearchField
            label={people.search}
            clearLabel={frame.clear}
            value={typed}
            onChange={setTyped}
          />
        )}
        <Select
          label={columns.by}
          hidesLabel
          value={by}
          onChange={(event) => setBy(event.target.value)}
        >
          <option value={everyone}>{people.everyone}</option>
          {accounts.data?.accounts.map(({ username }) => (
            <option key={username} value={`${accountPrefix}${username}`}>
              {username}
            </option>
          ))}
        </Select>
        <Segmented
          label={people.shown}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'changes', label: people.changes },
            { value: 'all', label: people.everything },
          ]}
        />
        {maySearch && list.rows.length > 0 && <DeleteLog type="delauditlog" texts={people} />}
      </div>
      <ListTable
        list={list}
        caption={people.title}
        rowKey={(row) => `${row.date} ${String(list.rows.indexOf(row))}`}
        columns={[
          {
            key: 'date',
            header: columns.date,
            cell: ({ date }) => <time>{formats.dateTime(date)}</time>,
          },
          {
            key: 'by',
            header: columns.by,
            cell: ({ sellerkey }) => (
              <bdi>{sellerkey === '' ? people.ownKey : withoutPrefix(sellerkey)}</bdi>
            ),
          },
          { key: 'type', header: columns.type, cell: ({ type }) => <code>{type}</code> },
          { key: 'detail', header: columns.detail, cell: ({ detail }) => <bdi>{detail}</bdi> },
          {
            key: 'ip',
            header: columns.ip,
            secondary: true,
            cell: ({ ip }) => <span className="mono">{ip}</span>,
          },
        ]}
        empty={
          isFiltered ? (
            <Empty icon={History} title={frame.noMatch} text={frame.noMatchText} />
          ) : (
            <Empty icon={History} title={people.empty} />
          )
        }
      />
    </>
  );
}

function withoutPrefix(label: string): string {
  return label.startsWith(accountPrefix) ? label.slice(accountPrefix.length) : label;
}
