// `latchkey users`: manages users.
import { daysOf, isTrue, listIn, rowsOf, textOf, timeOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import { confirmBulk } from '../bulk.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { howMany } from '../how-many.ts';
import { ledgerLines, ledgerOf } from '../ledger-words.ts';
import { wrongUsage } from '../problem.ts';
import type { Answer } from '../seller-client.ts';
import { tableOf } from '../table.ts';
import { eachCommand, listCommand } from './groups.ts';

const subOption = { value: 'NAME', required: true, help: 'which subscription' } as const;
const daysOption = { value: 'N', required: true, help: 'how long; decimals are possible' } as const;
const passwordOption = {
  'password-stdin': {
    help: 'read the password from stdin; without it a random one is made and shown once',
  },
};

const add: Command = {
  words: 'users add',
  summary: 'Make a user with a subscription',
  operands: '<USER>',
  options: {
    sub: subOption,
    days: daysOption,
    email: { value: 'E-MAIL', help: 'for forgotten passwords; only its hash is kept' },
    ...passwordOption,
  },
  async run(call) {
    const { given, ask } = call;
    const [user] = given.operands;
    const pass = await passwordFrom(call);
    const answer = await ask('adduser', {
      user,
      sub: given.text('sub'),
      expiry: given.text('days'),
      email: given.text('email'),
      pass,
    });
    return withPassword(answer);
  },
};

const password: Command = {
  words: 'users password',
  summary: 'Set the password of a user and end their sessions',
  operands: '<USER>',
  options: passwordOption,
  async run(call) {
    const passwd = await passwordFrom(call);
    return withPassword(await call.ask('resetpw', { user: call.given.operands[0], passwd }));
  },
};

/** SECURITY: never read from the arguments. undefined lets the service generate one. */
async function passwordFrom({ given, stdin }: CliCall): Promise<string | undefined> {
  if (!given.isOn('password-stdin')) return undefined;
  const text = await stdin.secret('Password');
  if (text === null || text === '') throw wrongUsage('Stdin holds no password.');
  return text;
}

function withPassword(answer: Answer): Output {
  const made = textOf(answer, 'password');
  return {
    document: answer,
    lines: [textOf(answer, 'message'), ...(made === '' ? [] : [`Password: ${made}`])],
  };
}

const show: Command = {
  words: 'users show',
  formerly: 'users info',
  summary: 'Show what is known of a user, and what gave them their time',
  operands: '<USER>',
  async run(call) {
    const { given, ask } = call;
    const [user = ''] = given.operands;
    const about = await ask('userdata', { user });
    const subs = rowsOf(await ask('usersub', { user }), 'subs');
    const ledger = await ledgerOf(call, user);
    return {
      document: { ...about, subs, ledger },
      table: tableOf(subs, [
        { title: 'SUBSCRIPTION', cell: (row) => textOf(row, 'subscription') },
        { title: 'LEVEL', cell: (row) => textOf(row, 'level'), right: true },
        { title: 'LEFT', cell: (row) => daysOf(row, 'timeleft'), right: true },
        {
          title: 'ENDS',
          cell: (row) => (isTrue(row, 'paused') ? 'paused' : timeOf(row, 'expiry')),
        },
        { title: 'KEY', cell: (row) => textOf(row, 'key') },
      ]),
      lines: [
        `User          ${textOf(about, 'username')}`,
        `Banned        ${banOf(about)}`,
        `Second factor ${isTrue(about, 'twofactor') ? 'on' : 'off'}`,
        `Created       ${timeOf(about, 'createdate')}`,
        `Last sign-in  ${timeOf(about, 'lastlogin')}`,
        `IP            ${textOf(about, 'ip')}`,
        `Device ids    ${textOf(about, 'hwids') || textOf(about, 'hwid')}`,
        ...ledgerLines(ledger ?? []),
      ],
    };
  },
};

/** An empty reason is a ban too. */
function banOf(row: { readonly banned?: unknown }): string {
  const reason = row.banned;
  if (reason === null || reason === undefined) return 'no';
  return textOf(row, 'banned') || 'yes';
}

const subscriptionsOf = (row: RowOf<'fetchallusers', 'users'>) =>
  listIn(row, 'subscriptions', 'subscription');

const list = listCommand({
  words: 'users list',
  summary: 'Show all users',
  type: 'fetchallusers',
  list: 'users',
  nouns: ['user', 'users'],
  columns: [
    { title: 'USER', cell: (row) => textOf(row, 'username') },
    {
      title: 'RUNNING',
      cell: (row) =>
        subscriptionsOf(row)
          .map((sub) => textOf(sub, 'subscription'))
          .join(', '),
    },
    {
      title: 'ENDS',
      cell: (row) =>
        subscriptionsOf(row)
          .map((sub) => timeOf(sub, 'expiry'))
          .join(', '),
    },
    { title: 'BANNED', cell: (row) => (banOf(row) === 'no' ? '' : banOf(row)) },
    { title: 'LAST SIGN-IN', cell: (row) => timeOf(row, 'lastlogin') },
    { title: 'IP', cell: (row) => textOf(row, 'ip') },
  ],
});

const find: Command = {
  words: 'users find',
  summary: 'Find users by a part of their name or order, their e-mail, device id, key or IP',
  notes: [
    'Of a device id the beginning and of a key the end is enough, four characters at least; an e-mail must be whole.',
    'That somebody looked is in the audit log.',
  ],
  operands: '<TEXT>',
  async run({ given, ask }) {
    const answer = await ask('finduser', { text: given.operands[0] });
    const users = rowsOf(answer, 'users');
    const counted = howMany(users.length, 'user');
    const others = 'There are more: say more of it.';
    return {
      document: { users, more: isTrue(answer, 'more') },
      table: tableOf(users, [
        { title: 'USER', cell: (row) => textOf(row, 'username') },
        { title: 'FOUND BY', cell: (row) => textOf(row, 'by') },
        { title: 'BANNED', cell: (row) => (banOf(row) === 'no' ? '' : banOf(row)) },
        { title: 'LAST SIGN-IN', cell: (row) => timeOf(row, 'lastlogin') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
      ]),
      lines: isTrue(answer, 'more') ? [counted, others] : [counted],
    };
  },
};

/** Without the option, the setting `banaddress` of the application decides. */
export const ipToo = {
  ip: {
    help: 'blacklist their last IP, too (else as the setting "banaddress" says)',
    formerly: 'address',
  },
};
export const withIp = ({ given }: CliCall) => (given.isOn('ip') ? '1' : undefined);

export const userCommands: readonly Command[] = [
  list,
  find,
  add,
  show,
  eachCommand({
    words: 'users ban',
    summary: 'Ban users; their sessions end, their computers are blacklisted',
    operand: 'USER',
    options: { reason: { value: 'TEXT', help: 'shown to them' }, ...ipToo },
    act: (call, user) =>
      call.ask('banuser', { user, reason: call.given.text('reason'), address: withIp(call) }),
  }),
  eachCommand({
    words: 'users unban',
    summary: 'Lift all bans of users',
    operand: 'USER',
    act: ({ ask }, user) => ask('unbanuser', { user }),
  }),
  eachCommand({
    words: 'users pause',
    summary: 'Pause the subscriptions of users; what is left of them is kept',
    operand: 'USER',
    act: ({ ask }, username) => ask('pauseuser', { username }),
  }),
  eachCommand({
    words: 'users unpause',
    summary: 'Let the subscriptions of users run again',
    operand: 'USER',
    act: ({ ask }, username) => ask('unpauseuser', { username }),
  }),
  eachCommand({
    words: 'users reset',
    summary: 'Forget the computers of users; the next one is bound',
    operand: 'USER',
    act: ({ ask }, user) => ask('resetuser', { user }),
  }),
  password,
  eachCommand({
    words: 'users disable-2fa',
    summary: 'Switch the second factor of users off, who have lost it',
    operand: 'USER',
    act: ({ ask }, user) => ask('disable2fa', { user }),
  }),
  eachCommand({
    words: 'users extend',
    summary: 'Add days to a subscription of users; the name "all" means everybody',
    operand: 'USER',
    options: { sub: subOption, days: daysOption, ...yesOption },
    before: async (call, users) =>
      users.includes('all') ? confirmBulk(call, 'extend', { user: 'all' }) : null,
    act: ({ ask, given }, user) =>
      ask('extend', { user, sub: given.text('sub'), expiry: given.text('days') }),
  }),
  eachCommand({
    words: 'users delete',
    summary: 'Remove users with everything that is theirs',
    operand: 'USER',
    act: ({ ask }, user) => ask('deluser', { user }),
  }),
];
