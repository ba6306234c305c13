// `latchkey files`: manages the files that programs download.
import { isTrue, textOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { eachCommand, listCommand } from './groups.ts';

export const fileCommands: readonly Command[] = [
  listCommand({
    words: 'files list',
    summary: 'Show all files',
    type: 'fetchallfiles',
    list: 'files',
    nouns: ['file', 'files'],
    columns: [
      { title: 'ID', cell: (row) => textOf(row, 'id') },
      { title: 'NAME', cell: (row) => textOf(row, 'name') },
      { title: 'BYTES', cell: (row) => textOf(row, 'size'), right: true },
      { title: 'FOR', cell: (row) => (isTrue(row, 'authed') ? 'signed-in' : 'all') },
      { title: 'FROM', cell: (row) => textOf(row, 'url') },
    ],
  }),
  {
    words: 'files add',
    summary: 'Add a file from a URL, or from the upload folder of the service',
    notes: [
      'The service fetches URL itself; with - it is a line of stdin. --name takes the file of that name from the folder upload/ID in the data folder of the service; "latchkey app list" shows the ID.',
    ],
    operands: '[URL|-]',
    options: {
      name: { value: 'NAME', help: 'of a file in the upload folder, in place of a URL' },
      'for-all': { help: 'also sessions that are not signed in may have it' },
    },
    async run({ given, ask, stdin }) {
      const [word] = given.operands;
      const name = given.text('name');
      if ((word === undefined) === (name === undefined)) throw wrongUsage('Give a URL or --name.');
      const url = word === '-' ? await stdin.next() : word;
      if (url === null) throw wrongUsage('Stdin holds no URL.');
      const authed = given.isOn('for-all') ? '0' : '1';
      const answer = await ask('upload', { url, name, authed });
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
  eachCommand({
    words: 'files delete',
    summary: 'Remove files',
    operand: 'ID',
    act: ({ ask }, fileid) => ask('delfile', { fileid }),
  }),
];
