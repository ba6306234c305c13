// `latchkey stats`: numbers of license keys, variables and more, or with a period, numbers by day,
// week or month.
import { fieldLines, listIn, numberOf, rowsOf, textOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { csvOption, printCsv, wantsCsv } from '../csv.ts';
import { tableOf } from '../table.ts';

type Period = RowOf<'series', 'series'>;

const columns = [
  ['CREATED', 'made'],
  ['REDEEMED', 'redeemed'],
  ['REFUNDED', 'refunded'],
  ['BANNED', 'banned'],
  ['SIGN-INS', 'signins'],
  ['USERS', 'users'],
  ['NEW USERS', 'newusers'],
  ['TRIALS', 'trials'],
  ['REFUSED', 'refused'],
] as const;

const dateRule = 'a day such as 2026-11-01';

export const statsCommand: Command = {
  words: 'stats',
  summary: 'Shows the numbers of license keys and more, or what happened by day, week or month',
  notes: [
    'With --since, --until, --by or --csv it shows keys, sign-ins, users and refusals of a period.',
    'A week begins on Monday, and USERS are distinct in each period. Days are those of the setting "timezone".',
    'With --csv, each reason of a refusal has a column.',
  ],
  options: {
    since: {
      value: 'DAY',
      help: 'first day (default: 30 days before the last)',
      parameter: 'since',
      allowed: dateRule,
    },
    until: {
      value: 'DAY',
      help: 'last day (default: today)',
      parameter: 'until',
      allowed: dateRule,
    },
    by: {
      value: 'PERIOD',
      help: 'day, week or month (default: day)',
      parameter: 'by',
      allowed: 'day, week or month',
    },
    ...csvOption,
  },
  async run(call) {
    const { args, ask } = call;
    const isCsv = wantsCsv(call);
    const period = { since: args.text('since'), until: args.text('until'), by: args.text('by') };
    if (!isCsv && Object.values(period).every((value) => value === undefined)) {
      const { success: _success, message: _message, ...totals } = await ask('stats');
      return { document: totals, lines: fieldLines(totals) };
    }
    const answer = await ask('series', period);
    const rows = rowsOf(answer, 'series');
    if (isCsv) return printSeries(call, rows);
    const { success: _success, message: _message, ...document } = answer;
    return {
      document,
      table: tableOf(rows, [
        { title: 'FROM', cell: (row) => textOf(row, 'date') },
        ...columns.map(([title, name]) => ({
          title,
          right: true as const,
          cell: (row: Period) => countText(row, name),
        })),
      ]),
      lines: [`Days in the time zone ${textOf(answer, 'timezone')}`],
    };
  },
};

function printSeries(call: Parameters<typeof printCsv>[0], rows: readonly Period[]) {
  const counted = rows.map((row) => ({ row, reasons: reasonsOf(row) }));
  const reasons = [...new Set(counted.flatMap((one) => [...one.reasons.keys()]))].toSorted();
  const titles = ['date', ...columns.map(([, name]) => name), ...reasons];
  return printCsv(
    call,
    titles,
    counted.map(({ row, reasons: ofRow }) => [
      textOf(row, 'date'),
      ...columns.map(([, name]) => countText(row, name)),
      ...reasons.map((reason) => ofRow.get(reason) ?? '0'),
    ]),
  );
}

function countText(row: Period, name: keyof Period): string {
  return String(numberOf(row, name) ?? 0);
}

function reasonsOf(row: Period): ReadonlyMap<string, string> {
  const reasons = listIn(row, 'reasons', 'reason');
  return new Map(reasons.map((one) => [textOf(one, 'reason'), textOf(one, 'count')]));
}
