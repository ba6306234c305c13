// The table of licenses.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Table, type Column, type Selection } from '@latchkey/kit/Table.tsx';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { isMasked, stateTones, type License } from '../license.ts';
import { useWords } from '../use-plans.ts';

interface LicenseTableProps {
  readonly rows: readonly License[];
  readonly waiting: boolean;
  /** Undefined if the person may not change several licenses together. */
  readonly selection: Omit<Selection<License>, 'label' | 'allLabel'> | undefined;
  readonly empty: ReactNode;
}

export function LicenseTable({ rows, waiting, selection, empty }: LicenseTableProps) {
  const { licenses } = useCopy();
  const { name } = useApplication();
  const columns = useColumns();
  const { list } = licenses;
  return (
    <Table
      caption={licenses.title}
      columns={columns}
      rows={rows}
      // Masked keys can be equal.
      rowKey={(row) => (isMasked(row.key) ? `${row.key} ${String(rows.indexOf(row))}` : row.key)}
      href={({ key }) => (isMasked(key) ? null : hrefOf(name, 'licenses', key))}
      {...(selection !== undefined && {
        selection: {
          ...selection,
          label: ({ key }: License) => list.select(key),
          allLabel: list.selectAll,
        },
      })}
      waiting={waiting}
      empty={empty}
    />
  );
}

function useColumns(): readonly Column<License>[] {
  const { licenses } = useCopy();
  const { date } = useFormats();
  const words = useWords();
  const { columns, states } = licenses;
  return [
    {
      key: 'key',
      header: columns.key,
      cell: ({ key }) => <bdi className="mono license-key">{key}</bdi>,
    },
    {
      key: 'state',
      header: columns.state,
      cell: ({ status }) => <Chip tone={stateTones[status]}>{states[status]}</Chip>,
    },
    {
      key: 'plan',
      header: columns.plan,
      cell: ({ level }) => <bdi className="license-text">{words.plan(level)}</bdi>,
    },
    {
      key: 'duration',
      header: columns.duration,
      numeric: true,
      cell: ({ expires }) => words.duration(expires),
    },
    {
      key: 'user',
      header: columns.user,
      cell: ({ usedby }) => usedby !== null && <bdi className="license-text">{usedby}</bdi>,
    },
    {
      key: 'order',
      header: columns.orderAndNote,
      secondary: true,
      cell: (row) => <OrderAndNote {...row} />,
    },
    {
      key: 'made',
      header: columns.made,
      numeric: true,
      secondary: true,
      cell: ({ gendate }) => <time>{date(gendate)}</time>,
    },
  ];
}

function OrderAndNote({ order, note }: Pick<License, 'order' | 'note'>) {
  return (
    <>
      {order && <bdi className="license-order">{order}</bdi>}
      {note && <bdi className="license-text small">{note}</bdi>}
    </>
  );
}
