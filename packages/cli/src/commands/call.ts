// `latchkey call`: runs any operation of the seller API.
import { fieldLines, messageOf } from '../answers.ts';
import { confirmBulk } from '../bulk.ts';
import type { CliCall, Command } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { checkDryRuns } from '../dry-run.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { readTextFile } from '../text-file.ts';

const parameterForm = /^([A-Za-z0-9_]{1,50})([=@])(.*)$/s;
/** Parameters that the command sets. SECURITY: the seller key must never be an argument. */
const reservedParameters = ['sellerkey', 'type', 'format'];
const maxParameterBytes = 1024 * 1024;

export const callCommand: Command = {
  words: 'call',
  summary: 'Calls any operation of the seller API',
  notes: [
    'NAME=VALUE sets a parameter. NAME@FILE reads its value from a file, NAME@- from a line of stdin: use them for passwords, because all users of this machine can see arguments. docs/api.md lists all operations.',
    'Bulk changes ask for confirmation, with the number of rows. Use --yes in scripts.',
  ],
  operands: '<TYPE> [NAME=VALUE...]',
  options: yesOption,
  async run(call) {
    const [type = '', ...words] = call.args.operands;
    const parameters: Record<string, string> = {};
    for (const word of words) {
      const [, name = '', sign, value = ''] = parameterForm.exec(word) ?? [];
      if (name === '') throw wrongUsage('Write parameters as NAME=VALUE or NAME@FILE.');
      if (reservedParameters.includes(name))
        throw wrongUsage(
          `"${name}" cannot be a parameter. Give the seller key with --key-file or --key-stdin.`,
        );
      if (Object.hasOwn(parameters, name)) throw wrongUsage(`"${name}" is given twice.`);
      parameters[name] = sign === '=' ? value : await valueFrom(value, call);
    }
    if (Object.hasOwn(parameters, 'dryrun')) await checkDryRuns(call);
    const declined = await confirmBulk(call, type, parameters);
    if (declined !== null) return declined;
    const answer = await call.askAny(type, parameters);
    const message = messageOf(answer);
    return {
      document: answer,
      lines: [...(message === '' ? [] : [message]), ...fieldLines(answer)],
    };
  },
};

async function valueFrom(source: string, { stdin }: CliCall): Promise<string> {
  if (source === '-') {
    const line = await stdin.secret('Value');
    if (line === null) throw wrongUsage('Stdin has no more lines.');
    return line;
  }
  const text = readTextFile(source);
  if (Buffer.byteLength(text) > maxParameterBytes)
    throw new CliProblem(`${source} is too large for a parameter. At most 1 MiB is allowed.`);
  return text.replace(/\r?\n$/, '');
}
