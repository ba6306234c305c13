// `latchkey call`: runs any operation of the seller API.
import { readFileSync } from 'node:fs';
import { linesOf, messageOf } from '../answers.ts';
import { confirmBulk } from '../bulk.ts';
import type { CliCall, Command } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { CliProblem, errorCode, wrongUsage } from '../problem.ts';

const parameterForm = /^([A-Za-z0-9_]{1,50})([=@])(.*)$/s;
/** Set by the command itself. SECURITY: the seller key must not appear in the arguments. */
const reserved = ['sellerkey', 'type', 'format'];
const maxStdinBytes = 1024 * 1024;

export const callCommand: Command = {
  words: 'call',
  summary: 'Call any operation of the seller API',
  notes: [
    'NAME=VALUE is a parameter. NAME@FILE takes its value from a file, NAME@- a line from stdin: for passwords, because every user of this machine can see arguments. docs/api.md lists all operations.',
    'What is done to everything of a kind is asked back about, with the number of rows; in scripts --yes says it.',
  ],
  operands: '<TYPE> [NAME=VALUE...]',
  options: yesOption,
  async run(call) {
    const [type = '', ...words] = call.given.operands;
    const parameters: Record<string, string> = {};
    for (const word of words) {
      const [, name = '', sign, value = ''] = parameterForm.exec(word) ?? [];
      if (name === '') throw wrongUsage('Parameters are written NAME=VALUE or NAME@FILE.');
      if (reserved.includes(name)) throw wrongUsage(`"${name}" is not given as a parameter.`);
      if (Object.hasOwn(parameters, name)) throw wrongUsage(`"${name}" is given twice.`);
      parameters[name] = sign === '=' ? value : await valueFrom(value, call);
    }
    const declined = await confirmBulk(call, type, parameters);
    if (declined !== null) return declined;
    const answer = await call.askAny(type, parameters);
    const message = messageOf(answer);
    return { document: answer, lines: [...(message === '' ? [] : [message]), ...linesOf(answer)] };
  },
};

async function valueFrom(place: string, { stdin }: CliCall): Promise<string> {
  if (place === '-') {
    const line = await stdin.secret('Value');
    if (line === null) throw wrongUsage('Stdin has no line left.');
    return line;
  }
  try {
    const text = readFileSync(place, 'utf8');
    if (text.length > maxStdinBytes) throw new CliProblem(`${place} is too large for a parameter.`);
    return text.replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    throw new CliProblem(`${place} cannot be read (${errorCode(error)}).`);
  }
}
