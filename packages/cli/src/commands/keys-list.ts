// `latchkey keys list, find`: print licenses as a table. `list` can also print CSV.
import { minSecretSearch } from '@latchkey/protocol/limits.ts';
import { bareKey } from '@latchkey/protocol/typed-text.ts';
import {
  formatDays,
  isoTime,
  isTrue,
  numberOf,
  rowsOf,
  textOf,
  formatTime,
  userCell,
  userOf,
} from '../answers.ts';
import type { FieldOf, RowOf } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { csvOption, printCsv, wantsCsv } from '../csv.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { wrongUsage } from '../problem.ts';
import { dateOf, periodOptions } from '../since.ts';
import { tableOf } from '../table.ts';
import { levelOption, nameRule } from './parameters.ts';

const statuses: Readonly<Record<string, string>> = {
  unused: 'Not Used',
  used: 'Used',
  banned: 'Banned',
};

type Key = RowOf<'fetchallkeys', 'keys'>;

const columns = [
  { title: 'KEY', cell: (row: Key) => textOf(row, 'key') },
  { title: 'STATUS', cell: (row: Key) => textOf(row, 'status') },
  { title: 'GIVES', cell: (row: Key) => formatDays(row, 'expires'), right: true },
  { title: 'LEVEL', cell: (row: Key) => textOf(row, 'level'), right: true },
  { title: 'CREATED', cell: (row: Key) => formatTime(row, 'gendate') },
  { title: 'USED BY', cell: (row: Key) => userOf(row, 'usedby') },
  { title: 'USED', cell: (row: Key) => formatTime(row, 'usedon') },
  { title: 'ORDER', cell: (row: Key) => textOf(row, 'order') },
  { title: 'NOTE', cell: (row: Key) => textOf(row, 'note') },
] as const;

/** The columns that `latchkey import` reads. `expires` is in seconds. */
const csvFields: readonly FieldOf<Key>[] = [
  ...(['key', 'status', 'expires', 'level', 'gendate', 'usedby', 'usedon'] as const),
  ...(['banned', 'order', 'note', 'genby'] as const),
];
const dateFields: ReadonlySet<FieldOf<Key>> = new Set(['gendate', 'usedon']);

export const listKeys: Command = {
  words: 'keys list',
  summary: 'Lists the license keys',
  notes: [
    'With --csv, dates are ISO 8601 in UTC, and durations are seconds. "latchkey import" reads both.',
  ],
  options: {
    status: { value: 'NAME', help: 'list only unused, used or banned keys' },
    level: { ...levelOption, help: 'list only keys of this level' },
    by: { value: 'NAME', help: 'list only keys that NAME made', parameter: 'genby' },
    ...periodOptions,
    ...csvOption,
  },
  async run(call) {
    const { args, askAny } = call;
    const status = args.text('status');
    if (status !== undefined && statuses[status] === undefined)
      throw wrongUsage('--status must be unused, used or banned.');
    const isCsv = wantsCsv(call);
    const [level, genby] = [args.text('level'), args.text('by')];
    const [since, until] = [dateOf(call, 'since'), dateOf(call, 'until')];
    const dates = { since: since?.toString(), until: until?.toString() };
    const all = await allRows(askAny, 'fetchallkeys', 'keys', { status, level, genby, ...dates });
    // Earlier versions of the service ignore the filters.
    const keys = all.filter((row) => {
      const made = numberOf(row, 'gendate') ?? 0;
      return (
        (status === undefined || textOf(row, 'status') === statuses[status]) &&
        (level === undefined || textOf(row, 'level') === level) &&
        (genby === undefined || textOf(row, 'genby') === genby) &&
        (since ?? 0) <= made &&
        made <= (until ?? made)
      );
    });
    if (isCsv) return printCsv(call, csvFields, keys.map(csvRow));
    return { document: { keys }, table: tableOf(keys, columns), lines: [counted(keys.length)] };
  },
};

function csvRow(row: Key): readonly string[] {
  return csvFields.map((field) => {
    if (field === 'usedby') return userCell(row, field);
    return dateFields.has(field) ? isoTime(row, field) : textOf(row, field);
  });
}

function counted(count: number): string {
  return formatCount(count, 'license key');
}

const shortText = `A part of a key is found only from ${String(minSecretSearch)} characters on.`;

function isTooShort(text = ''): boolean {
  return bareKey(text).length < minSecretSearch;
}

export const findKeys: Command = {
  words: 'keys find',
  summary: 'Finds license keys by a part of the key, order, note or user',
  notes: [
    'TEXT is any part of a key (at least four characters), order, note or user name. Exact matches come first.',
    'Keys that are shown masked are found only by their last four characters or the whole key.',
    'Searches are recorded in the audit log.',
  ],
  operands: '<TEXT>',
  operandOf: (name) => (name === 'text' ? { name: 'TEXT', allowed: nameRule } : undefined),
  async run({ args, ask }) {
    const answer = await ask('findkey', { text: args.operands[0] });
    const keys = rowsOf(answer, 'keys');
    const more = isTrue(answer, 'more');
    const [first, ...others] = columns;
    const by = { title: 'FOUND BY', cell: (row: RowOf<'findkey', 'keys'>) => textOf(row, 'by') };
    return {
      document: { keys, more },
      table: tableOf(keys, [first, by, ...others]),
      lines: [
        counted(keys.length),
        ...(isTooShort(args.operands[0]) ? [shortText] : []),
        ...(more ? ['There are more matches. Enter a longer text.'] : []),
      ],
    };
  },
};
