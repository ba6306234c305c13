// `latchkey webhooks`: manages URLs that clients can have called, and URLs that receive events.
import { droppedLines, isTrue, rowsOf, textOf, timeOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { howMany } from '../how-many.ts';
import { wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { eachCommand, listCommand } from './groups.ts';

const add: Command = {
  words: 'webhooks add',
  summary: 'Add a URL that clients can have called, or one that is told of events',
  notes: ['With - in place of URL it is a line of stdin: many URLs are secrets.'],
  operands: '<URL|->',
  options: {
    events: { value: 'NAMES', help: 'be told of these events, joined by commas' },
    'for-all': { help: 'also sessions that are not signed in may have it called' },
    'user-agent': { value: 'TEXT', help: 'what the service calls itself there' },
  },
  async run({ given, ask, stdin }) {
    const [word] = given.operands;
    const baseurl = word === '-' ? await stdin.next() : word;
    if (baseurl === null) throw wrongUsage('Stdin holds no URL.');
    const answer = await ask('addwebhook', {
      baseurl,
      ua: given.text('user-agent'),
      authed: given.isOn('for-all') ? '0' : '1',
      events: given.text('events'),
    });
    const secret = textOf(answer, 'secret');
    return {
      document: answer,
      lines: [
        `${textOf(answer, 'message')} ${textOf(answer, 'webid')}`.trim(),
        ...(secret === '' ? [] : [`Deliveries are signed with this, shown once: ${secret}`]),
      ],
    };
  },
};

const deliveries: Command = {
  words: 'webhooks deliveries',
  summary: 'Show what was told of events, newest first',
  options: {
    webhook: { value: 'ID', help: 'only of this one' },
    limit: { value: 'N', help: 'how many (100)' },
  },
  async run({ given, ask }) {
    const limit = given.whole('limit', 1, 500) ?? 100;
    const answer = await ask('fetchdeliveries', {
      webid: given.text('webhook'),
      limit: String(limit),
    });
    const rows = rowsOf(answer, 'deliveries');
    return {
      document: { deliveries: rows },
      table: tableOf(rows, [
        { title: 'WHEN', cell: (row) => timeOf(row, 'created') },
        { title: 'WEBHOOK', cell: (row) => textOf(row, 'webid') },
        { title: 'EVENT', cell: (row) => textOf(row, 'event') },
        { title: 'STATUS', cell: (row) => textOf(row, 'status') },
        { title: 'TRIES', cell: (row) => textOf(row, 'attempts'), right: true },
        { title: 'ANSWER', cell: (row) => textOf(row, 'laststatus') || textOf(row, 'lasterror') },
        { title: 'NEXT', cell: (row) => timeOf(row, 'next') },
      ]),
      lines: [howMany(rows.length, 'delivery', 'deliveries'), ...droppedLines(answer)],
    };
  },
};

export const webhookCommands: readonly Command[] = [
  listCommand({
    words: 'webhooks list',
    summary: 'Show all webhooks; of their URLs only the host',
    type: 'fetchallwebhooks',
    list: 'webhooks',
    nouns: ['webhook', 'webhooks'],
    columns: [
      { title: 'ID', cell: (row) => textOf(row, 'webid') },
      { title: 'AT', cell: (row) => textOf(row, 'short_baselink') },
      { title: 'FOR', cell: (row) => (isTrue(row, 'authed') ? 'signed-in' : 'all') },
      { title: 'EVENTS', cell: (row) => textOf(row, 'events') },
    ],
  }),
  add,
  deliveries,
  eachCommand({
    words: 'webhooks delete',
    summary: 'Remove webhooks',
    operand: 'ID',
    act: ({ ask }, webid) => ask('delwebhook', { webid }),
  }),
];
