// `latchkey accounts`: people who work for a seller, as owners, managers and resellers.
import { formatTime, textOf } from '../answers.ts';
import type { CliCall, Command } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { balanceCommands, grantOf, grantOptions } from './accounts-balance.ts';
import { listAccounts } from './accounts-list.ts';
import {
  addOwnerLocally,
  deleteOwnerLocally,
  isForOwner,
  ownerOptions,
  ownersCommand,
  resetCommand,
} from './accounts-local.ts';
import { eachOperandCommand } from './command-builders.ts';
import { invitationLink } from '../invitation-link.ts';
import { reasonOption } from './parameters.ts';

const nameOperand = {
  operand: 'NAME',
  parameter: 'user',
  allowed: '1 to 70 characters',
} as const;
const operandOf: Command['operandOf'] & object = (parameter) =>
  parameter === 'user' ? { name: 'NAME', allowed: nameOperand.allowed } : undefined;
const sentences = {
  'account-unknown': 'There is no such account. "latchkey accounts list" shows all.',
} as const;

const accessOptions = {
  levels: {
    value: 'LEVELS',
    help: 'levels of the keys that a reseller may make, such as 1,2',
    parameter: 'keylevels',
    allowed: 'at most 200 characters',
  },
  scopes: {
    value: 'SCOPES',
    help: 'what a manager may do, separated by commas: all, sell, support, read, release',
    parameter: 'scopes',
    allowed: 'all, sell, support, read or release, separated by commas',
  },
} as const;

const firstBalanceOptions = {
  days: { ...grantOptions.days, help: `first balance of a reseller: ${grantOptions.days.help}` },
  keys: { ...grantOptions.keys, help: `first balance of a reseller: ${grantOptions.keys.help}` },
} as const;

const add: Command = {
  words: 'accounts add',
  summary: 'Adds a manager or reseller; with --owner an owner, in the data on this machine',
  notes: [
    'A manager or reseller opens nothing until "accounts invite" or "accounts key".',
    'An owner has every permission in all applications of an owner id, and gets an invitation that works once, within 24 hours.',
  ],
  operands: '<NAME>',
  operandOf,
  options: {
    role: {
      value: 'ROLE',
      help: 'manager or reseller',
      parameter: 'role',
      allowed: 'manager or reseller',
    },
    ...accessOptions,
    ...firstBalanceOptions,
    ...ownerOptions,
  },
  isLocal: isForOwner,
  async run(call) {
    const { args, ask } = call;
    const [user = ''] = args.operands;
    if (isForOwner(args)) return addOwnerLocally(call, user);
    const balance = firstBalanceOf(call);
    const answer = await ask('addAccount', {
      user,
      role: roleOf(call),
      keylevels: args.text('levels'),
      scopes: args.text('scopes'),
    });
    const granted =
      balance === null ? null : await ask('setbalance', { username: user, ...balance });
    return {
      document: answer,
      lines: [
        textOf(answer, 'message'),
        ...(granted === null ? [] : [textOf(granted, 'message')]),
        `It opens nothing yet. Next: latchkey accounts key ${user}, or latchkey accounts invite ${user}`,
      ],
    };
  },
};

/** Null without a first balance. Refuses a wrong one before the account exists. */
function firstBalanceOf(call: CliCall) {
  const { args } = call;
  const [days, keys] = [args.text('days'), args.text('keys')];
  if (days === undefined && keys === undefined) return null;
  if (days === undefined || keys === undefined) throw wrongUsage('Give both --days and --keys.');
  if (roleOf(call) !== 'Reseller') throw wrongUsage('Only resellers have a balance.');
  return grantOf(call, 1);
}

function roleOf({ args }: CliCall): string {
  const role = args.text('role')?.toLowerCase();
  if (role === 'manager') return 'Manager';
  if (role === 'reseller') return 'Reseller';
  throw wrongUsage('--role must be manager or reseller.');
}

const edit: Command = {
  words: 'accounts edit',
  summary: 'Changes the scopes of a manager or the levels of a reseller',
  operands: '<NAME>',
  operandOf,
  options: accessOptions,
  async run({ args, ask }) {
    const [user = ''] = args.operands;
    const answer = await ask('editaccount', {
      user,
      keylevels: args.text('levels'),
      scopes: args.text('scopes'),
    });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

const invite: Command = {
  words: 'accounts invite',
  summary: 'Creates an invitation, with which the person chooses a password',
  notes: [
    'The invitation is shown once, works once and ends after 24 hours. It replaces an earlier one.',
    'For a person with a password, it resets password and second factor.',
    'The person opens the link in the desk, which needs the option --desk of the service.',
  ],
  operands: '<NAME>',
  operandOf,
  async run(call) {
    const { args, ask } = call;
    const answer = await ask('inviteaccount', { user: args.operands[0] ?? '' });
    const token = textOf(answer, 'token');
    return {
      document: answer,
      lines: [
        `Invitation  ${token}`,
        ...invitationLink(call, token),
        `Ends        ${formatTime(answer, 'expires')}`,
        'It is not shown again. Give it only to this person.',
      ],
    };
  },
};

const key: Command = {
  words: 'accounts key',
  summary: 'Creates the seller key of a manager or reseller; an earlier one ends',
  notes: ['The key may do what the account may do. The audit log shows the name of the account.'],
  operands: '<NAME>',
  operandOf,
  async run({ args, ask }) {
    const answer = await ask('newaccountkey', { user: args.operands[0] ?? '' });
    return {
      document: answer,
      lines: [
        `Seller key  ${textOf(answer, 'sellerkey')}`,
        'It is not shown again. Give it only to this person.',
      ],
    };
  },
};

const remove: Command = {
  words: 'accounts delete',
  summary: 'Deletes an account; its keys still work, and customers keep their time',
  notes: ['With --owner, deletes an owner from the data on this machine.'],
  operands: '<NAME>',
  operandOf,
  sentences,
  options: ownerOptions,
  isLocal: isForOwner,
  async run(call) {
    const { args, ask } = call;
    const [user = ''] = args.operands;
    if (isForOwner(args)) return deleteOwnerLocally(call, user);
    const answer = await ask('deleteAccount', { user });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

export const accountCommands: readonly Command[] = [
  listAccounts,
  add,
  edit,
  invite,
  key,
  eachOperandCommand({
    words: 'accounts end-key',
    summary: 'Ends the seller keys of accounts',
    ...nameOperand,
    act: ({ ask }, user) => ask('endaccountkey', { user }),
  }),
  eachOperandCommand({
    words: 'accounts ban',
    summary: 'Bans accounts; their keys still work, and customers keep their time',
    ...nameOperand,
    sentences,
    options: { reason: { ...reasonOption, help: 'for the audit log' } },
    act: ({ ask, args }, user) => ask('banaccount', { user, reason: args.text('reason') }),
  }),
  eachOperandCommand({
    words: 'accounts unban',
    summary: 'Lifts the bans of accounts; they need a new seller key',
    ...nameOperand,
    sentences,
    act: ({ ask }, user) => ask('unbanaccount', { user }),
  }),
  ...balanceCommands,
  remove,
  resetCommand,
  ownersCommand,
];
