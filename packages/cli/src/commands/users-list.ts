// `latchkey users list, find`: print users as a table.
import {
  isoTime,
  isTrue,
  listIn,
  rowsOf,
  textOf,
  formatTime,
  userCell,
  userOf,
} from '../answers.ts';
import { userFilters } from '@latchkey/protocol/seller/list-filters.ts';
import type { RowOf } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { csvOption, printCsv, wantsCsv } from '../csv.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { CliProblem } from '../problem.ts';
import { tableOf } from '../table.ts';
import { nameRule } from './parameters.ts';

/** Returns "no", the reason of the ban, or "yes" for a ban without a reason. */
export function banOf(row: { readonly banned?: unknown }): string {
  const reason = row.banned;
  if (reason === null || reason === undefined) return 'no';
  return textOf(row, 'banned') || 'yes';
}

type User = RowOf<'fetchallusers', 'users'>;

const subscriptionsOf = (row: User) => listIn(row, 'subscriptions', 'subscription');

const columns = [
  { title: 'USER', cell: (row: User) => userOf(row, 'username') },
  {
    title: 'ACTIVE',
    cell: (row: User) =>
      subscriptionsOf(row)
        .map((sub) => textOf(sub, 'subscription'))
        .join(', '),
  },
  {
    title: 'ENDS',
    cell: (row: User) =>
      subscriptionsOf(row)
        .map((sub) => formatTime(sub, 'expiry'))
        .join(', '),
  },
  { title: 'BANNED', cell: (row: User) => (banOf(row) === 'no' ? '' : banOf(row)) },
  { title: 'LAST SIGN-IN', cell: (row: User) => formatTime(row, 'lastlogin') },
  { title: 'IP', cell: (row: User) => textOf(row, 'ip') },
] as const;

/** `latchkey import` reads these columns, except those that the service generates. */
const csvTitles = [
  ...['username', 'subscription', 'expiry', 'banned', 'twofactor'],
  ...['hwid', 'ip', 'createdate', 'lastlogin'],
];

export const list: Command = {
  words: 'users list',
  summary: 'Lists the users and their running subscriptions',
  notes: [
    'With --csv, each running subscription has a line, and a user without one has a single line. Dates are ISO 8601 in UTC.',
  ],
  options: {
    state: {
      value: 'STATE',
      help: `list only users in this state: ${userFilters.join(', ')}`,
      parameter: 'state',
      allowed: userFilters.join(', '),
    },
    sub: {
      value: 'NAME',
      help: 'look only at this subscription',
      parameter: 'subscription',
      allowed: nameRule,
    },
    newest: { help: 'list the newest accounts first' },
    'by-end': { help: 'list users with an end, the next end first' },
    ...csvOption,
  },
  async run(call) {
    const isCsv = wantsCsv(call);
    const { args } = call;
    const [state, subscription] = [args.text('state'), args.text('sub')];
    const sort = args.isOn('by-end') ? 'end' : args.isOn('newest') ? 'newest' : undefined;
    const filters = { state, subscription, sort };
    const users = await allRows(call.askAny, 'fetchallusers', 'users', filters);
    const isIgnored = users.some((row) => textOf(row, 'state') === '');
    if (isIgnored && (state ?? subscription ?? sort) !== undefined)
      throw new CliProblem('This version of the service lists only all users, sorted by name.');
    if (isCsv) return printCsv(call, csvTitles, users.flatMap(csvRows));
    return {
      document: { users },
      table: tableOf(users, columns),
      lines: [formatCount(users.length, 'user')],
    };
  },
};

function csvRows(row: User): readonly (readonly string[])[] {
  const subscriptions = subscriptionsOf(row).map((sub) => [
    textOf(sub, 'subscription'),
    isoTime(sub, 'expiry'),
  ]);
  const details = [csvBan(row), textOf(row, 'twofactor'), textOf(row, 'hwid'), textOf(row, 'ip')];
  const dates = [isoTime(row, 'createdate'), isoTime(row, 'lastlogin')];
  return (subscriptions.length === 0 ? [['', '']] : subscriptions).map((sub) => [
    ...[userCell(row, 'username'), ...sub],
    ...[...details, ...dates],
  ]);
}

/**
 * Returns an empty text for a user without a ban. Writes "yes" for the reasons "no", "false" and
 * "0", which an import would read as no ban.
 */
function csvBan(row: User): string {
  if (row.banned === null || row.banned === undefined) return '';
  const ban = banOf(row);
  return /^(no|false|0)$/i.test(ban.trim()) ? 'yes' : ban;
}

export const find: Command = {
  words: 'users find',
  summary: 'Finds users by their name, order, e-mail, device id, license key or IP',
  notes: [
    'TEXT is any part of a name or order, the beginning of a device id or a part of a license key (at least four characters each), or an IP. Exact matches come first.',
    'An e-mail must be complete, because the service stores only its hash.',
    'Searches are recorded in the audit log.',
  ],
  operands: '<TEXT>',
  operandOf: (name) => (name === 'text' ? { name: 'TEXT', allowed: nameRule } : undefined),
  async run({ args, ask }) {
    const answer = await ask('finduser', { text: args.operands[0] });
    const users = rowsOf(answer, 'users');
    const counted = formatCount(users.length, 'user');
    const moreLine = 'There are more matches. Enter a longer text.';
    return {
      document: { users, more: isTrue(answer, 'more') },
      table: tableOf(users, [
        { title: 'USER', cell: (row) => userOf(row, 'username') },
        { title: 'FOUND BY', cell: (row) => textOf(row, 'by') },
        { title: 'BANNED', cell: (row) => (banOf(row) === 'no' ? '' : banOf(row)) },
        { title: 'LAST SIGN-IN', cell: (row) => formatTime(row, 'lastlogin') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
      ]),
      lines: isTrue(answer, 'more') ? [counted, moreLine] : [counted],
    };
  },
};
