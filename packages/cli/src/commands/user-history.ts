// `latchkey users history, export, erase` and `latchkey why`: what happened to a user, and why the
// user cannot sign in.
import { english } from '@latchkey/seller-copy/en/english.ts';
import { operationText, outcomeText, whyTexts } from '@latchkey/seller-copy/history-text.ts';
import { shortId } from '@latchkey/seller-copy/why-facts.ts';
import { formatTime, rowsOf, textOf, userOf } from '../answers.ts';
import type { AnswerTo } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { formatCount } from '../format-count.ts';
import { formats } from '../formats.ts';
import { escapedJson } from '../plain-text.ts';
import { makePrivateFile } from '../private-file.ts';
import { CliProblem } from '../problem.ts';
import { tableOf } from '../table.ts';
import { userRule } from './parameters.ts';

const userOperandOf = (parameter: string) =>
  parameter === 'user' ? { name: 'USER', allowed: userRule } : undefined;

const historyOfUsers: Command = {
  words: 'users history',
  summary: 'Shows sign-ins, refusals and redeems of a user, or of all users, newest first',
  notes: ['ID tells computers of the same name apart. It reveals no device id.'],
  operands: '[USER]',
  operandOf: userOperandOf,
  options: { limit: { value: 'N', help: 'number of lines (default: 100)' } },
  async run({ args, ask }) {
    const [user] = args.operands;
    const limit = args.integer('limit', 1, 10_000) ?? 100;
    const answer = await ask('fetchhistory', { user, limit: String(limit) });
    const rows = rowsOf(answer, 'history');
    return {
      document: { history: rows },
      table: tableOf(rows, [
        { title: 'WHEN', cell: (row) => formatTime(row, 'date') },
        ...(user === undefined
          ? [{ title: 'USER', cell: (row: (typeof rows)[number]) => userOf(row, 'username') }]
          : []),
        { title: 'WHAT', cell: (row) => operationText(english, textOf(row, 'operation')) },
        { title: 'OUTCOME', cell: (row) => outcomeText(english, textOf(row, 'outcome')) },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
        { title: 'COMPUTER', cell: (row) => textOf(row, 'computer') },
        { title: 'ID', cell: (row) => shortId(textOf(row, 'device')) },
        { title: 'VERSION', cell: (row) => textOf(row, 'version') },
      ]),
      lines: [formatCount(rows.length, 'line')],
    };
  },
};

const why: Command = {
  words: 'why',
  summary: 'Says why a user cannot sign in',
  notes: [
    'It assumes the correct password, and the computer and IP of the last attempt.',
    'A seller key with the scope "all" also gets similar names of an unknown user.',
  ],
  operands: '<USER>',
  operandOf: userOperandOf,
  options: {
    hwid: {
      value: 'ID',
      help: 'device id of the computer',
      parameter: 'hwid',
      allowed: '1 to 512 characters',
    },
    ip: { value: 'IP', help: 'IP of the computer', parameter: 'ip', allowed: 'an IP' },
  },
  async run({ args, ask }) {
    const [user = ''] = args.operands;
    const answer = await ask('why', { user, hwid: args.text('hwid'), ip: args.text('ip') });
    const { success: _success, message: _message, ...document } = answer;
    return { document, lines: whyLines(user, answer) };
  },
};

/** Returns the first obstacle in a sentence, then the further ones and the last refusal. */
function whyLines(user: string, answer: AnswerTo<'why'>): readonly string[] {
  // An answer without the list must not mean that nothing stops the user.
  rowsOf(answer, 'obstacles');
  const { first, others, lastRefusal } = whyTexts(english, user, answer, formats);
  return [
    first,
    ...others.map((text) => `Also: ${text}`),
    ...(lastRefusal === null ? [] : [`Last refusal: ${lastRefusal}`]),
  ];
}

const exportOne: Command = {
  words: 'users export',
  summary: 'Exports all data about one person, as one JSON document',
  notes: ['Passwords and two-factor secrets are left out. Of an e-mail, only a hash exists.'],
  operands: '<USER>',
  operandOf: userOperandOf,
  options: { out: { value: 'FILE', help: 'new file, readable only by you (default: stdout)' } },
  async run(call) {
    const [user = ''] = call.args.operands;
    const out = call.args.text('out');
    const file = out === undefined ? undefined : makePrivateFile(out);
    try {
      const { person } = await call.ask('exportuser', { user });
      if (typeof person !== 'object' || person === null)
        throw new CliProblem('The service answered without "person".');
      const text = `${escapedJson(person, 2)}\n`;
      file?.write([text]);
      file?.close();
      return writtenOutput(call, out, text);
    } catch (error) {
      file?.discard();
      throw error;
    }
  },
};

function writtenOutput({ streams }: CliCall, out: string | undefined, text: string) {
  if (out !== undefined) return { document: { success: true, out }, lines: [`Written to ${out}.`] };
  streams.stdout.write(text);
  return { document: {}, isPrinted: true } as const;
}

const erase: Command = {
  words: 'users erase',
  summary: 'Deletes a user with their history, log lines, messages and events',
  notes: [
    'Without a terminal it needs --yes. The audit log and the blacklist stay.',
    'Events that were not sent yet are deleted, too. Older backups still have the data.',
  ],
  operands: '<USER>',
  operandOf: userOperandOf,
  options: yesOption,
  async run(call) {
    const [user = ''] = call.args.operands;
    if (!(await confirm(call, `Erase all data of ${user}?`)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const answer = await call.ask('eraseuser', { user });
    const counts = Object.entries(answer.erased ?? {}).map(([name, count]) => `${name} ${count}`);
    return {
      document: answer,
      lines: [`${textOf(answer, 'message')} Deleted: ${counts.join(', ')}.`],
    };
  },
};

export const historyCommands: readonly Command[] = [historyOfUsers, why, exportOne, erase];
