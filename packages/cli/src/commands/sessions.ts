// `latchkey sessions list, kill`: list and end sessions.
import { isTrue, textOf, formatTime, userOf } from '../answers.ts';
import { confirmBulk } from '../bulk.ts';
import type { Command } from '../command.ts';
import { yesOption } from '../confirm.ts';
import { wrongUsage } from '../problem.ts';
import { listCommand } from './command-builders.ts';
import { runForEach, namesOf } from './run-for-each.ts';

export const sessionCommands: readonly Command[] = [
  listCommand({
    words: 'sessions list',
    summary: 'Lists the sessions',
    type: 'fetchallsessions',
    list: 'sessions',
    nouns: ['session', 'sessions'],
    columns: [
      { title: 'ID', cell: (row) => textOf(row, 'id') },
      { title: 'USER', cell: (row) => userOf(row, 'credential') },
      { title: 'SIGNED IN', cell: (row) => (isTrue(row, 'validated') ? 'yes' : 'no') },
      { title: 'ENDS', cell: (row) => formatTime(row, 'expiry') },
      { title: 'IP', cell: (row) => textOf(row, 'ip') },
    ],
  }),
  {
    words: 'sessions kill',
    summary: 'Ends sessions',
    operands: '[ID...]',
    operandOf: (name) => (name === 'sessid' ? { name: 'ID' } : undefined),
    options: { all: { help: 'end all sessions' }, ...yesOption },
    async run(call) {
      const { args, ask } = call;
      if (args.isOn('all') !== (args.operands.length === 0))
        throw wrongUsage('Give either session ids or --all.');
      if (!args.isOn('all'))
        return runForEach(call, await namesOf(call), (sessid) => ask('kill', { sessid }));
      const declined = await confirmBulk(call, 'killall');
      if (declined !== null) return declined;
      const answer = await ask('killall');
      return { document: answer, lines: [textOf(answer, 'message')] };
    },
  },
];
