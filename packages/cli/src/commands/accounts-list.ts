// `latchkey accounts list`: managers and resellers, what they may do, and their balances.
import { keyDurations } from '@latchkey/protocol/key-durations.ts';
import { formatTime, textOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { tableOf } from '../table.ts';

/** Durations of resellers' keys in the order of the columns. */
const columns = [
  ['day', 'day'],
  ['week', 'week'],
  ['month', 'month'],
  ['threemonth', 'three_month'],
  ['sixmonth', 'six_month'],
  ['year', 'year'],
  ['lifetime', 'lifetime'],
] as const;

export const listAccounts: Command = {
  words: 'accounts list',
  summary: 'Lists the managers and resellers; BALANCE counts keys that can still be made',
  notes: ['"latchkey accounts owners" lists the owners.'],
  async run({ askAny }) {
    const rows = await allRows(askAny, 'fetchallaccounts', 'accounts');
    return {
      document: { accounts: rows },
      table: tableOf(rows, [
        { title: 'NAME', cell: (row) => textOf(row, 'username') },
        { title: 'ROLE', cell: (row) => textOf(row, 'role').toLowerCase() },
        { title: 'STATE', cell: (row) => textOf(row, 'state') },
        { title: 'MAY', cell: mayOf },
        { title: 'BALANCE', cell: balanceOf },
        { title: 'CREATED', cell: (row) => formatTime(row, 'createdate') },
      ]),
      lines: [formatCount(rows.length, 'account')],
    };
  },
};

type AccountRow = RowOf<'fetchallaccounts', 'accounts'>;

function mayOf(row: AccountRow): string {
  const levels = textOf(row, 'keylevels').replaceAll('|', ',');
  if (textOf(row, 'role') === 'Manager') return textOf(row, 'scopes');
  return levels === '' ? '' : `levels ${levels}`;
}

/** `50 x 30 d, 3 x lifetime`. */
function balanceOf(row: AccountRow): string {
  const { balance } = row;
  if (typeof balance !== 'object' || balance === null) return '';
  const counts = balance as Readonly<Record<string, unknown>>; // as its schema says
  return columns
    .map(([duration, field]) => ({ duration, count: Number(counts[field] ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ duration, count }) => `${count} x ${daysText(duration)}`)
    .join(', ');
}

function daysText(duration: (typeof columns)[number][0]): string {
  return duration === 'lifetime' ? 'lifetime' : `${keyDurations[duration]} d`;
}
