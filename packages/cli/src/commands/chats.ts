// `latchkey chats`: reads channels, and moderates their messages.
import { formatTime, textOf, userCell } from '../answers.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { tableOf } from '../table.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';

const messages: Command = {
  words: 'chats messages',
  summary: 'Lists the messages of a channel, newest first',
  operands: '<CHANNEL>',
  operandOf: (name) => (name === 'name' ? { name: 'CHANNEL' } : undefined),
  async run({ args, askAny }) {
    const [name] = args.operands;
    const rows = await allRows(askAny, 'fetchmessages', 'messages', { name });
    return {
      document: { messages: rows },
      table: tableOf(rows, [
        { title: 'ID', cell: (row) => textOf(row, 'id') },
        { title: 'WHEN', cell: (row) => formatTime(row, 'timestamp') },
        { title: 'USER', cell: (row) => userCell(row, 'user') || textOf(row, 'author') },
        { title: 'MESSAGE', cell: (row) => textOf(row, 'message') },
      ]),
      lines: [formatCount(rows.length, 'message', 'messages')],
    };
  },
};

export const chatCommands: readonly Command[] = [
  listCommand({
    words: 'chats list',
    summary: 'Lists the channels, with the seconds between two messages of a user',
    type: 'fetchallchats',
    list: 'chats',
    nouns: ['channel', 'channels'],
    columns: [
      { title: 'CHANNEL', cell: (row) => textOf(row, 'name') },
      { title: 'DELAY', cell: (row) => textOf(row, 'delay'), right: true },
    ],
  }),
  messages,
  eachOperandCommand({
    words: 'chats delete-message',
    summary: 'Deletes messages',
    operand: 'ID',
    parameter: 'id',
    act: ({ ask }, id) => ask('delmessage', { id }),
  }),
];
