// `latchkey vars`: manages global variables.
import { isTrue, textOf } from '../answers.ts';
import type { CliCall, Command } from '../command.ts';
import { CliProblem, ServiceRefusal, wrongUsage } from '../problem.ts';
import type { Answer } from '../seller-client.ts';
import { eachCommand, listCommand } from './groups.ts';

const maxStdinBytes = 1024 * 1024;

export const variableCommands: readonly Command[] = [
  listCommand({
    words: 'vars list',
    summary: 'Show all global variables',
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
    summary: 'Make a global variable or change it',
    notes: [
      'With - in place of VALUE it is all of stdin: for what is secret, or has several lines.',
    ],
    operands: '<NAME> <VALUE|->',
    options: {
      'for-all': { help: 'also sessions that are not signed in may read it' },
      'signed-in': { help: 'only signed-in sessions may read it (so where it is new)' },
    },
    async run(call) {
      const answer = await setVariable(call);
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  eachCommand({
    words: 'vars delete',
    summary: 'Remove global variables',
    operand: 'NAME',
    act: ({ ask }, name) => ask('delvar', { name }),
  }),
];

function audience(row: Readonly<Record<string, unknown>>): string {
  if (row['authed'] === undefined) return '';
  return isTrue(row, 'authed') ? 'signed-in' : 'all';
}

async function setVariable({ given, ask, stdin }: CliCall): Promise<Answer> {
  const [name, value] = given.operands;
  if (given.isOn('for-all') && given.isOn('signed-in'))
    throw wrongUsage('Choose one of --for-all and --signed-in.');
  const data = value === '-' ? (await stdin.rest(maxStdinBytes)).replace(/\r?\n$/, '') : value;
  const authed = given.isOn('for-all') ? '0' : given.isOn('signed-in') ? '1' : undefined;
  try {
    return await ask('editvar', { varid: name, data, authed });
  } catch (error) {
    if (!(error instanceof CliProblem) || !(error instanceof ServiceRefusal)) throw error;
    return ask('addvar', { name, data, authed: authed ?? '1' });
  }
}
