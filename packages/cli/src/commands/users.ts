// `latchkey users`: lists, shows, adds, changes, bans and deletes users.
import { formatDays, isTrue, rowsOf, textOf, formatTime, userOf } from '../answers.ts';
import { confirmBulk } from '../bulk.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { beforeDryRun, dryRunFlag, dryRunOption } from '../dry-run.ts';
import { ledgerLines, ledgerOf } from '../ledger-text.ts';
import { wrongUsage } from '../problem.ts';
import type { Answer } from '../seller-client.ts';
import { tableOf } from '../table.ts';
import { eachOperandCommand } from './command-builders.ts';
import { daysOf, daysOption, reasonOption, subOption, userRule } from './parameters.ts';
import { namesOf, runForEach } from './run-for-each.ts';
import { banOf, find, list } from './users-list.ts';

const userOperand = { operand: 'USER', parameter: 'user', allowed: userRule } as const;
const userOperandOf = (parameter: string) =>
  parameter === 'user' ? { name: 'USER', allowed: userRule } : undefined;
const passwordOption = (parameter: 'pass' | 'passwd') => ({
  'password-stdin': {
    help: 'read the password from stdin (default: a random one, shown once)',
    parameter,
    allowed: '1 to 1024 characters without control characters',
  },
});

const stdinNote =
  'Use - instead of USER to read them from stdin, one per line. Each gets a random password, which is shown once.';

const add: Command = {
  words: 'users add',
  summary: 'Adds a user with a subscription',
  notes: [stdinNote],
  operands: '<USER>',
  operandOf: userOperandOf,
  options: {
    sub: subOption,
    days: daysOption,
    email: {
      value: 'E-MAIL',
      help: 'for forgotten passwords; the service stores only its hash',
      parameter: 'email',
      allowed: 'an e-mail address of at most 254 characters',
    },
    ...passwordOption('pass'),
  },
  async run(call) {
    const { args, ask } = call;
    if (args.operands[0] === '-' && args.text('email') !== undefined)
      throw wrongUsage('--email is for one user. Add users with e-mails by "latchkey import".');
    return setPasswords(call, (user, pass) =>
      ask('adduser', {
        user,
        sub: args.text('sub'),
        expiry: daysOf(args),
        email: args.text('email'),
        pass,
      }),
    );
  },
};

const password: Command = {
  words: 'users password',
  summary: 'Sets the password of a user, and ends their sessions',
  notes: [stdinNote],
  operands: '<USER>',
  operandOf: userOperandOf,
  options: passwordOption('passwd'),
  async run(call) {
    return setPasswords(call, (user, passwd) => call.ask('resetpw', { user, passwd }));
  },
};

/** Runs `act` for the operand, or for each line of stdin. Shows each random password once. */
async function setPasswords(
  call: CliCall,
  act: (user: string, password: string | undefined) => Promise<Answer>,
): Promise<Output> {
  const { args, printNow } = call;
  const [operand = ''] = args.operands;
  if (operand !== '-') return withPassword(await act(operand, await passwordFrom(call)));
  if (args.isOn('password-stdin'))
    throw wrongUsage(
      'Names and a password cannot both come from stdin. Leave --password-stdin out.',
    );
  return runForEach(call, await namesOf(call), async (user) => {
    const answer = await act(user, undefined);
    const generated = textOf(answer, 'password');
    if (generated === '') return answer;
    printNow(`${user}: ${generated}`);
    // With --json, nothing is printed until the end.
    return args.isOn('json')
      ? { ...answer, message: `${textOf(answer, 'message')} Password: ${generated}` }
      : answer;
  });
}

/**
 * Returns the password from stdin, or undefined if the service has to generate one. SECURITY: it is
 * never an argument, because other users of the machine can see arguments.
 */
async function passwordFrom({ args, stdin }: CliCall): Promise<string | undefined> {
  if (!args.isOn('password-stdin')) return undefined;
  const text = await stdin.secret('Password');
  if (text === null || text === '') throw wrongUsage('Stdin has no password.');
  return text;
}

function withPassword(answer: Answer): Output {
  const generated = textOf(answer, 'password');
  return {
    document: answer,
    lines: [textOf(answer, 'message'), ...(generated === '' ? [] : [`Password: ${generated}`])],
  };
}

const show: Command = {
  words: 'users show',
  formerly: 'users info',
  summary: 'Shows a user, and where their time comes from',
  operands: '<USER>',
  operandOf: userOperandOf,
  async run(call) {
    const { args, ask } = call;
    const [user = ''] = args.operands;
    const about = await ask('userdata', { user });
    const subs = rowsOf(await ask('usersub', { user }), 'subs');
    const ledger = await ledgerOf(call, user);
    return {
      document: { ...about, subs, ledger },
      table: tableOf(subs, [
        { title: 'SUBSCRIPTION', cell: (row) => textOf(row, 'subscription') },
        { title: 'LEVEL', cell: (row) => textOf(row, 'level'), right: true },
        { title: 'LEFT', cell: (row) => formatDays(row, 'timeleft'), right: true },
        {
          title: 'ENDS',
          cell: (row) => (isTrue(row, 'paused') ? 'paused' : formatTime(row, 'expiry')),
        },
        { title: 'KEY', cell: (row) => textOf(row, 'key') },
      ]),
      lines: [
        `User          ${userOf(about, 'username')}`,
        `Banned        ${banOf(about)}`,
        `Two-factor    ${twoFactorOf(isTrue(about, 'twofactor'), textOf(about, 'recoverycodes'))}`,
        `Created       ${formatTime(about, 'createdate')}`,
        `Last sign-in  ${formatTime(about, 'lastlogin')}`,
        `IP            ${textOf(about, 'ip')}`,
        `Device ids    ${textOf(about, 'hwids') || textOf(about, 'hwid')}`,
        ...ledgerLines(ledger ?? []),
      ],
    };
  },
};

/** Services of earlier versions do not say how many recovery codes are left. */
function twoFactorOf(isOn: boolean, left: string): string {
  if (!isOn) return 'off';
  return left === '' || left === '0' ? 'on' : `on, ${left} recovery codes left`;
}

/** Option that adds the IP to a ban. Without it, the setting `banaddress` decides. */
export const ipOption = {
  ip: {
    help: 'also blacklist their last IP (default: the setting "banaddress")',
    formerly: 'address',
  },
};
export const ipFlag = ({ args }: CliCall) => (args.isOn('ip') ? '1' : undefined);

export const userCommands: readonly Command[] = [
  list,
  find,
  add,
  show,
  eachOperandCommand({
    words: 'users ban',
    summary: 'Bans users, ends their sessions and blacklists their computers',
    ...userOperand,
    options: {
      reason: { ...reasonOption, help: 'shown to the users' },
      ...ipOption,
      ...dryRunOption,
    },
    before: beforeDryRun,
    act: (call, user) =>
      call.ask('banuser', {
        user,
        reason: call.args.text('reason'),
        address: ipFlag(call),
        dryrun: dryRunFlag(call),
      }),
  }),
  eachOperandCommand({
    words: 'users unban',
    summary: 'Lifts all bans of users',
    ...userOperand,
    act: ({ ask }, user) => ask('unbanuser', { user }),
  }),
  eachOperandCommand({
    words: 'users pause',
    summary: 'Pauses the subscriptions of users; their remaining time is saved',
    ...userOperand,
    parameter: 'username',
    act: ({ ask }, username) => ask('pauseuser', { username }),
  }),
  eachOperandCommand({
    words: 'users unpause',
    summary: 'Resumes the subscriptions of users',
    ...userOperand,
    parameter: 'username',
    act: ({ ask }, username) => ask('unpauseuser', { username }),
  }),
  eachOperandCommand({
    words: 'users reset',
    summary: 'Removes the computers of users; the next one they use is bound',
    ...userOperand,
    act: ({ ask }, user) => ask('resetuser', { user }),
  }),
  password,
  eachOperandCommand({
    words: 'users disable-2fa',
    summary: 'Turns off two-factor sign-in for users who lost it',
    ...userOperand,
    act: ({ ask }, user) => ask('disable2fa', { user }),
  }),
  eachOperandCommand({
    words: 'users extend',
    summary: 'Adds days to a subscription of users; "all" means every user',
    ...userOperand,
    options: { sub: subOption, days: daysOption, ...yesOption },
    before: async (call, users) =>
      users.includes('all') ? confirmBulk(call, 'extend', { user: 'all' }) : null,
    act: ({ ask, args }, user) =>
      ask('extend', { user, sub: args.text('sub'), expiry: daysOf(args) }),
  }),
  eachOperandCommand({
    words: 'users delete',
    summary: 'Deletes users and all their data',
    ...userOperand,
    act: ({ ask }, user) => ask('deluser', { user }),
  }),
];
