// `latchkey subs list, add, edit, delete`: manage the subscriptions that licenses give.
import { textOf } from '../answers.ts';
import { confirmBulk } from '../bulk.ts';
import type { Command, CommandOption } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { wrongUsage } from '../problem.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';
import { computersOption, levelOption, nameRule } from './parameters.ts';

const graceOption = {
  value: 'DAYS',
  help: 'days for which it still works after its end, for late payments (default: 0)',
  parameter: 'gracedays',
  allowed: 'a whole number from 0 to 30',
} as const satisfies CommandOption;

const trialOption = {
  value: 'DAYS',
  help: 'days of the free trial that gives it, instead of any other; 0: none',
  parameter: 'trialdays',
  allowed: 'a whole number from 0 to 365',
} as const satisfies CommandOption;

export const subscriptionCommands: readonly Command[] = [
  listCommand({
    words: 'subs list',
    summary: 'Lists the subscriptions that license keys give',
    type: 'fetchallsubs',
    list: 'subs',
    nouns: ['subscription', 'subscriptions'],
    columns: [
      { title: 'NAME', cell: (row) => textOf(row, 'name') },
      { title: 'LEVEL', cell: (row) => textOf(row, 'level'), right: true },
      { title: 'COMPUTERS', cell: (row) => textOf(row, 'computers'), right: true },
      { title: 'GRACE', cell: (row) => textOf(row, 'gracedays'), right: true },
      { title: 'TRIAL', cell: (row) => textOf(row, 'trialdays'), right: true },
    ],
  }),
  {
    words: 'subs add',
    summary: 'Adds a subscription that license keys of a level give',
    operands: '<NAME>',
    operandOf: (name) => (name === 'name' ? { name: 'NAME', allowed: nameRule } : undefined),
    options: {
      level: { ...levelOption, required: true, help: 'level of the license keys that give it' },
      computers: { ...computersOption, help: `${computersOption.help} (default: 1)` },
      grace: graceOption,
      trial: trialOption,
    },
    async run({ args, ask }) {
      const answer = await ask('addsub', {
        name: args.operands[0],
        level: args.text('level'),
        computers: args.text('computers'),
        gracedays: args.text('grace'),
        trialdays: args.text('trial'),
      });
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  {
    words: 'subs edit',
    summary: 'Changes the level, the computers, the grace or the trial of a subscription',
    operands: '<NAME>',
    operandOf: (name) => (name === 'sub' ? { name: 'NAME', allowed: nameRule } : undefined),
    options: {
      level: { ...levelOption, help: 'level of the license keys that give it' },
      computers: computersOption,
      grace: graceOption,
      trial: trialOption,
    },
    notes: ['If users have more computers than you allow, all of them stay bound.'],
    async run({ args, ask }) {
      const changed = {
        level: args.text('level'),
        computers: args.text('computers'),
        gracedays: args.text('grace'),
        trialdays: args.text('trial'),
      };
      if (Object.values(changed).every((one) => one === undefined))
        throw wrongUsage('Give --level, --computers, --grace or --trial.');
      const answer = await ask('editsub', { sub: args.operands[0], ...changed });
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  eachOperandCommand({
    words: 'subs delete',
    summary: 'Deletes subscriptions, and removes them from users',
    operand: 'NAME',
    parameter: 'name',
    allowed: nameRule,
    options: yesOption,
    async before(call, names) {
      for (const name of names) {
        const declined = await confirmBulk(call, 'delappsub', { name });
        if (declined !== null) return declined;
      }
      return null;
    },
    act: ({ ask }, name) => ask('delappsub', { name }),
  }),
];
