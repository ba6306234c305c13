// `latchkey files`: manages the files that programs download.
import { isTrue, textOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';

export const fileCommands: readonly Command[] = [
  listCommand({
    words: 'files list',
    summary: 'Lists the files',
    type: 'fetchallfiles',
    list: 'files',
    nouns: ['file', 'files'],
    columns: [
      { title: 'ID', cell: (row) => textOf(row, 'id') },
      { title: 'NAME', cell: (row) => textOf(row, 'name') },
      { title: 'BYTES', cell: (row) => textOf(row, 'size'), right: true },
      { title: 'FOR', cell: (row) => (isTrue(row, 'authed') ? 'signed-in' : 'all') },
      { title: 'URL', cell: (row) => textOf(row, 'url') },
    ],
  }),
  {
    words: 'files add',
    summary: 'Adds a file from a URL, or from the upload folder of the service',
    notes: [
      'The service downloads the file from URL. Use - instead of URL to read it from a line of stdin. --name takes a file from the folder upload/ID in the data folder of the service; "latchkey app list" shows ID.',
    ],
    operands: '[URL|-]',
    operandOf: (name) =>
      name === 'url' ? { name: 'URL', allowed: 'at most 8000 characters' } : undefined,
    options: {
      name: {
        value: 'NAME',
        help: 'name of a file in the upload folder, instead of a URL',
        parameter: 'name',
        allowed: '1 to 100 characters',
      },
      'for-all': { help: 'allow sessions that are not signed in to download it' },
    },
    async run({ args, ask, stdin }) {
      const [word] = args.operands;
      const name = args.text('name');
      if ((word === undefined) === (name === undefined))
        throw wrongUsage('Give either a URL or --name.');
      const url = word === '-' ? await stdin.next() : word;
      if (url === null) throw wrongUsage('Stdin has no URL.');
      const authed = args.isOn('for-all') ? '0' : '1';
      const answer = await ask('upload', { url, name, authed });
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  eachOperandCommand({
    words: 'files delete',
    summary: 'Deletes files',
    operand: 'ID',
    parameter: 'fileid',
    act: ({ ask }, fileid) => ask('delfile', { fileid }),
  }),
];
