// A page that shows the components of the kit for pages with tables and navigation.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@latchkey/kit/kit.css';
import '@latchkey/kit/desk.css';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chart } from '@latchkey/kit/Chart.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Stat, Stats } from '@latchkey/kit/Stat.tsx';
import { Table, type Column } from '@latchkey/kit/Table.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { licenses, points, refunded, refused, sold, type License } from './desk-samples.ts';

const format = (value: number) => value.toLocaleString('en');

function Numbers() {
  const [period, setPeriod] = useState<'7' | '30' | '90'>('30');
  return (
    <>
      <Segmented
        label="Period"
        value={period}
        onChange={setPeriod}
        options={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
        ]}
      />
      <Stats>
        <Stat label="Sold" value="1,204" change={{ text: '12 % more', tone: 'good' }} />
        <Stat label="Refunded" value="18" change={{ text: '3 more', tone: 'danger' }} />
        <Stat label="Active users" value="8,310" change={{ text: 'As before', tone: 'neutral' }} />
        <Stat label="Refusals" value="96" />
      </Stats>
      <Sheet title="Sales">
        <SheetPart>
          <Chart
            caption="Sales per day"
            kind="bars"
            points={points}
            pointHeader="Day"
            format={format}
            series={[
              { key: 'sold', label: 'Sold', values: sold },
              { key: 'refunded', label: 'Refunded', values: refunded },
            ]}
          />
        </SheetPart>
      </Sheet>
      <Sheet title="Sign-ins">
        <SheetPart>
          <Chart
            caption="Sign-ins per day"
            kind="lines"
            points={points}
            pointHeader="Day"
            format={format}
            series={[
              { key: 'users', label: 'Signed in', values: sold },
              { key: 'refused', label: 'Refused', values: refused },
              { key: 'new', label: 'New', values: refunded },
            ]}
          />
        </SheetPart>
      </Sheet>
    </>
  );
}

function Licenses({ report }: { readonly report: (text: string) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<'asc' | 'desc'>('desc');
  const [search, setSearch] = useState('');
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
  ];
  const rows = licenses.filter(({ key }) => key.includes(search));
  return (
    <>
      <div style={{ display: 'flex', gap: '0.5rem' }}>
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
      </div>
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
        empty={<p>No license.</p>}
      />
    </>
  );
}

function Page() {
  const [status, setStatus] = useState('nothing yet');
  return (
    <main style={{ display: 'grid', gap: '1rem', padding: '1rem' }}>
      <h1>Licenses</h1>
      <p role="status">{status}</p>
      <Numbers />
      <Licenses report={setStatus} />
      <Button kind="filled">Make licenses</Button>
    </main>
  );
}

applyTheme(deriveTheme('#4f46e5', null), document.documentElement);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
