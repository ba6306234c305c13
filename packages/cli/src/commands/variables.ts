// `latchkey vars list, set, delete`: manage global variables.
import { isTrue, textOf } from '../answers.ts';
import type { CliCall, Command } from '../command.ts';
import { CliProblem, ServiceRefusal, wrongUsage } from '../problem.ts';
import type { Answer } from '../seller-client.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';
import { nameRule } from './parameters.ts';

const maxStdinLength = 1024 * 1024;

export const variableCommands: readonly Command[] = [
  listCommand({
    words: 'vars list',
    summary: 'Lists the global variables',
    type: 'fetchallvars',
    list: 'vars',
    nouns: ['variable', 'variables'],
    columns: [
      { title: 'NAME', cell: (row) => textOf(row, 'varid') },
      { title: 'FOR', cell: (row) => audience(row) },
      { title: 'VALUE', cell: (row) => textOf(row, 'msg') },
    ],
  }),
  {
    words: 'vars set',
    summary: 'Sets a global variable',
    notes: [
      'Use - instead of VALUE to read all of stdin, for secrets and values of several lines.',
    ],
    operands: '<NAME> <VALUE|->',
    operandOf: (name) =>
      name === 'data'
        ? { name: 'VALUE', allowed: 'at most 1000 characters' }
        : { name: 'NAME', allowed: nameRule },
    options: {
      'for-all': { help: 'allow sessions that are not signed in to read it' },
      'signed-in': {
        help: 'allow only signed-in sessions to read it (default for a new variable)',
      },
    },
    async run(call) {
      const answer = await setVariable(call);
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  eachOperandCommand({
    words: 'vars delete',
    summary: 'Deletes global variables',
    operand: 'NAME',
    parameter: 'name',
    allowed: nameRule,
    act: ({ ask }, name) => ask('delvar', { name }),
  }),
];

function audience(row: Readonly<Record<string, unknown>>): string {
  if (row['authed'] === undefined) return '';
  return isTrue(row, 'authed') ? 'signed-in' : 'all';
}

async function setVariable({ args, ask, stdin }: CliCall): Promise<Answer> {
  const [name, value] = args.operands;
  if (args.isOn('for-all') && args.isOn('signed-in'))
    throw wrongUsage('Use either --for-all or --signed-in, not both.');
  const data =
    value === '-' ? (await stdin.readToEnd(maxStdinLength)).replace(/\r?\n$/, '') : value;
  const authed = args.isOn('for-all') ? '0' : args.isOn('signed-in') ? '1' : undefined;
  try {
    return await ask('editvar', { varid: name, data, authed });
  } catch (error) {
    if (!(error instanceof CliProblem) || !(error instanceof ServiceRefusal)) throw error;
    return ask('addvar', { name, data, authed: authed ?? '1' });
  }
}
