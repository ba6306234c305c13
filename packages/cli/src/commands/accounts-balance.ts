// `latchkey accounts balance, grant, customers`: manages how many keys resellers may create, and
// lists their customers.
import { durationNames, keyDurations } from '@latchkey/protocol/key-durations.ts';
import { formatTime, rowsOf, textOf, userCell } from '../answers.ts';
import type { CliCall, Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { levelOption } from './parameters.ts';

const operandOf = (parameter: string) =>
  parameter === 'username' ? { name: 'NAME', allowed: '1 to 70 characters' } : undefined;
const shownEntries = '20';

const balance: Command = {
  words: 'accounts balance',
  summary: 'Shows the balance of a reseller, and its last changes',
  notes: ['An empty LEVEL means every level of the account.'],
  operands: '<NAME>',
  operandOf,
  async run({ args, ask }) {
    const username = args.operands[0] ?? '';
    const answer = await ask('fetchbalance', { username, limit: shownEntries });
    const entries = rowsOf(answer, 'entries');
    return {
      document: answer,
      table: tableOf(rowsOf(answer, 'balances'), [
        { title: 'LEVEL', cell: (row) => textOf(row, 'level'), right: true },
        { title: 'DURATION', cell: (row) => textOf(row, 'duration') },
        { title: 'GRANTED', cell: (row) => textOf(row, 'granted'), right: true },
        { title: 'USED', cell: (row) => textOf(row, 'used'), right: true },
        { title: 'LEFT', cell: (row) => textOf(row, 'left'), right: true },
      ]),
      lines: entries.map((row) =>
        [
          ...[formatTime(row, 'date'), textOf(row, 'kind'), textOf(row, 'amount')],
          `${textOf(row, 'duration')}${textOf(row, 'level') === '' ? '' : ` of level ${textOf(row, 'level')}`}`,
          textOf(row, 'by') === '' ? '' : `by ${textOf(row, 'by')}`,
        ]
          .join('  ')
          .trim(),
      ),
    };
  },
};

export const grantOptions = {
  days: {
    value: 'N',
    help: `duration of the keys: ${Object.values(keyDurations).slice(0, -1).join(', ')} or "lifetime"`,
  },
  keys: { value: 'N', help: 'number of keys, at most 1000000' },
} as const;

const grant: Command = {
  words: 'accounts grant',
  summary: 'Grants a reseller keys of one duration, or takes unused ones back with --take',
  operands: '<NAME>',
  operandOf,
  options: {
    days: { ...grantOptions.days, required: true },
    keys: { ...grantOptions.keys, required: true },
    level: { ...levelOption, help: 'level of the keys (default: every level of the account)' },
    take: { help: 'take the keys from the balance instead' },
  },
  async run(call) {
    const { args, ask } = call;
    const answer = await ask('setbalance', {
      username: args.operands[0] ?? '',
      level: args.text('level'),
      ...grantOf(call, args.isOn('take') ? -1 : 1),
    });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

/** The parameter of `setbalance` for --days and --keys. */
export function grantOf(call: Pick<CliCall, 'args'>, sign: 1 | -1) {
  const keys = call.args.integer('keys', 1, 1_000_000) ?? 0;
  return { [durationOf(call)]: String(sign * keys) };
}

function durationOf({ args }: Pick<CliCall, 'args'>) {
  const text = args.text('days')?.trim().toLowerCase() ?? '';
  const found = durationNames.find(
    (name) => text === (name === 'lifetime' ? name : String(keyDurations[name])),
  );
  if (found === undefined) throw wrongUsage('--days must be 1, 7, 30, 90, 180, 365 or "lifetime".');
  return found;
}

const customers: Command = {
  words: 'accounts customers',
  summary: 'Lists the users who redeemed keys of a reseller',
  operands: '<NAME>',
  operandOf,
  async run({ args, askAny }) {
    const username = args.operands[0] ?? '';
    const rows = await allRows(askAny, 'fetchcustomers', 'customers', { username });
    return {
      document: { customers: rows },
      table: tableOf(rows, [
        { title: 'USER', cell: (row) => userCell(row, 'username') },
        { title: 'KEYS', cell: (row) => textOf(row, 'keys'), right: true },
        { title: 'LAST REDEEM', cell: (row) => formatTime(row, 'lastredeem') },
      ]),
      lines: [formatCount(rows.length, 'customer')],
    };
  },
};

export const balanceCommands: readonly Command[] = [balance, grant, customers];
