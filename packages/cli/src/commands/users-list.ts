// `latchkey users list, find`: print users as a table.
import { isTrue, listIn, rowsOf, textOf, formatTime, userOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { tableOf } from '../table.ts';
import { listCommand } from './command-builders.ts';
import { nameRule } from './parameters.ts';

/** Returns "no", the reason of the ban, or "yes" for a ban without a reason. */
export function banOf(row: { readonly banned?: unknown }): string {
  const reason = row.banned;
  if (reason === null || reason === undefined) return 'no';
  return textOf(row, 'banned') || 'yes';
}

const subscriptionsOf = (row: RowOf<'fetchallusers', 'users'>) =>
  listIn(row, 'subscriptions', 'subscription');

export const list = listCommand({
  words: 'users list',
  summary: 'Lists the users',
  type: 'fetchallusers',
  list: 'users',
  nouns: ['user', 'users'],
  columns: [
    { title: 'USER', cell: (row) => userOf(row, 'username') },
    {
      title: 'ACTIVE',
      cell: (row) =>
        subscriptionsOf(row)
          .map((sub) => textOf(sub, 'subscription'))
          .join(', '),
    },
    {
      title: 'ENDS',
      cell: (row) =>
        subscriptionsOf(row)
          .map((sub) => formatTime(sub, 'expiry'))
          .join(', '),
    },
    { title: 'BANNED', cell: (row) => (banOf(row) === 'no' ? '' : banOf(row)) },
    { title: 'LAST SIGN-IN', cell: (row) => formatTime(row, 'lastlogin') },
    { title: 'IP', cell: (row) => textOf(row, 'ip') },
  ],
});

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
  async run({ given, ask }) {
    const answer = await ask('finduser', { text: given.operands[0] });
    const users = rowsOf(answer, 'users');
    const counted = formatCount(users.length, 'user');
    const others = 'There are more matches. Enter a longer text.';
    return {
      document: { users, more: isTrue(answer, 'more') },
      table: tableOf(users, [
        { title: 'USER', cell: (row) => userOf(row, 'username') },
        { title: 'FOUND BY', cell: (row) => textOf(row, 'by') },
        { title: 'BANNED', cell: (row) => (banOf(row) === 'no' ? '' : banOf(row)) },
        { title: 'LAST SIGN-IN', cell: (row) => formatTime(row, 'lastlogin') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
      ]),
      lines: isTrue(answer, 'more') ? [counted, others] : [counted],
    };
  },
};
