// Table of the desk's kit page, with search, filter, selection and pager.
import { Ellipsis, KeyRound } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Table, type Column } from '@latchkey/kit/Table.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { format, licenses, type License } from './desk-samples.ts';

export function Licenses({ report }: { readonly report: (text: string) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<'asc' | 'desc'>('desc');
  const [search, setSearch] = useState('');
  const [waiting, setWaiting] = useState(false);
  const [count, setCount] = useState(5);
  const columns: readonly Column<License>[] = [
    { key: 'key', header: 'Key', cell: ({ key }) => <bdi className="mono">{key}</bdi> },
    {
      key: 'state',
      header: 'State',
      cell: ({ state }) => (
        <Chip tone={state === 'active' ? 'good' : state === 'banned' ? 'danger' : 'neutral'}>
          {state}
        </Chip>
      ),
    },
    { key: 'plan', header: 'Plan', cell: ({ plan }) => plan },
    { key: 'user', header: 'User', cell: ({ user }) => user !== '' && <bdi>{user}</bdi> },
    { key: 'days', header: 'Days', numeric: true, cell: ({ days }) => format(days) },
    {
      key: 'made',
      header: 'Made',
      secondary: true,
      cell: ({ made }) => <time>{made}</time>,
      sort,
      onSort: () => setSort(sort === 'asc' ? 'desc' : 'asc'),
    },
    {
      key: 'actions',
      header: 'Actions',
      hidesHeader: true,
      cell: ({ key }) => (
        <Menu
          buttonLabel={`Actions of ${key}`}
          label="Actions"
          hidesArrow
          items={['Copy', 'Refund', 'Ban'].map((label) => ({
            label,
            danger: label === 'Ban',
            disabledReason: null,
            choose: () => report(`${label} ${key}`),
          }))}
        >
          <Icon icon={Ellipsis} size={18} />
        </Menu>
      ),
    },
  ];
  const rows = licenses.slice(0, count).filter(({ key }) => key.includes(search));
  return (
    <>
      <Toolbar end={<CheckBox label="Loading" checked={waiting} onChange={setWaiting} />}>
        <SearchField
          label="Search licenses"
          clearLabel="Clear the search"
          placeholder="Key or user"
          value={search}
          onChange={setSearch}
        />
        <Select label="State" hidesLabel defaultValue="all">
          <option value="all">All states</option>
          <option value="banned">Banned</option>
        </Select>
      </Toolbar>
      <Table
        caption="Licenses"
        columns={columns}
        rows={sort === 'asc' ? rows.toReversed() : rows}
        rowKey={({ id }) => id}
        href={({ id }) => `#${id}`}
        onOpen={({ key }) => report(`opened ${key}`)}
        selection={{
          selected,
          onChange: setSelected,
          label: ({ key }) => `Select ${key}`,
          allLabel: 'Select all licenses',
        }}
        waiting={waiting}
        empty={
          <Empty
            icon={KeyRound}
            title="No license found"
            text="No key contains these characters. Try the end of the key."
            action={
              <Button kind="outlined" onClick={() => setSearch('')}>
                Show all
              </Button>
            }
          />
        }
      />
      <Pager
        count={`${String(rows.length)} of 8 licenses`}
        moreLabel="Show more"
        onMore={count < 8 ? () => setCount(8) : null}
      />
    </>
  );
}
