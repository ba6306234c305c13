// `latchkey webhooks`: manages the URLs that the service calls for clients or for events.
import { droppedLines, isTrue, rowsOf, textOf, formatTime } from '../answers.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { allRows } from '../lists.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import type { AskAny } from '../seller-client.ts';
import { tableOf } from '../table.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';

const add: Command = {
  words: 'webhooks add',
  summary: 'Adds a URL that clients can have called, or that receives events',
  notes: [
    'Use - instead of URL to read it from a line of stdin, because many URLs are secrets.',
    'For telegram, the URL is https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT.',
  ],
  operands: '<URL|->',
  operandOf: (name) =>
    name === 'baseurl' ? { name: 'URL', allowed: 'at most 8000 characters' } : undefined,
  options: {
    events: {
      value: 'NAMES',
      help: 'events to receive, separated by commas',
      parameter: 'events',
      allowed: 'at most 200 characters',
    },
    shape: {
      value: 'SHAPE',
      help: 'form of the deliveries: json, discord, slack or telegram (default: json)',
      parameter: 'shape',
      allowed: 'json, discord, slack or telegram',
    },
    'for-all': { help: 'allow sessions that are not signed in to have it called' },
    'user-agent': {
      value: 'TEXT',
      help: 'User-Agent header of the requests',
      parameter: 'ua',
      allowed: '1 to 100 printable ASCII characters',
    },
  },
  async run({ args, ask, stdin }) {
    const [word] = args.operands;
    const baseurl = word === '-' ? await stdin.next() : word;
    if (baseurl === null) throw wrongUsage('Stdin has no URL.');
    const answer = await ask('addwebhook', {
      baseurl,
      ua: args.text('user-agent'),
      authed: args.isOn('for-all') ? '0' : '1',
      events: args.text('events'),
      shape: args.text('shape'),
    });
    const secret = textOf(answer, 'secret');
    return {
      document: answer,
      lines: [
        `${textOf(answer, 'message')} ${textOf(answer, 'webid')}`.trim(),
        ...(secret === '' ? [] : [`Secret that signs the deliveries, shown once: ${secret}`]),
      ],
    };
  },
};

const deliveries: Command = {
  words: 'webhooks deliveries',
  summary: 'Lists deliveries of events, newest first',
  options: {
    webhook: { value: 'ID', help: 'list only deliveries of this webhook', parameter: 'webid' },
    limit: { value: 'N', help: 'number of deliveries (default: 100)' },
  },
  async run({ args, ask, askAny }) {
    const limit = args.integer('limit', 1, 500) ?? 100;
    const answer = await ask('fetchdeliveries', {
      webid: args.text('webhook'),
      limit: String(limit),
    });
    const rows = rowsOf(answer, 'deliveries');
    const webid = args.text('webhook');
    if (rows.length === 0 && webid !== undefined && !(await isWebhook(askAny, webid)))
      throw new CliProblem(unknownWebhook);
    return {
      document: { deliveries: rows },
      table: tableOf(rows, [
        { title: 'ID', cell: (row) => textOf(row, 'id') },
        { title: 'WHEN', cell: (row) => formatTime(row, 'created') },
        { title: 'WEBHOOK', cell: (row) => textOf(row, 'webid') },
        { title: 'EVENT', cell: (row) => textOf(row, 'event') },
        { title: 'STATUS', cell: (row) => textOf(row, 'status') },
        { title: 'TRIES', cell: (row) => textOf(row, 'attempts'), right: true },
        { title: 'ANSWER', cell: (row) => textOf(row, 'laststatus') || textOf(row, 'lasterror') },
        { title: 'NEXT', cell: (row) => formatTime(row, 'next') },
      ]),
      lines: [formatCount(rows.length, 'delivery', 'deliveries'), ...droppedLines(answer)],
    };
  },
};

const unknownWebhook = 'There is no such webhook.';

async function isWebhook(askAny: AskAny, webid: string): Promise<boolean> {
  const rows = await allRows(askAny, 'fetchallwebhooks', 'webhooks');
  return rows.some((row) => textOf(row, 'webid') === webid);
}

export const webhookCommands: readonly Command[] = [
  listCommand({
    words: 'webhooks list',
    summary: 'Lists the webhooks, with only the hosts of their URLs',
    type: 'fetchallwebhooks',
    list: 'webhooks',
    nouns: ['webhook', 'webhooks'],
    columns: [
      { title: 'ID', cell: (row) => textOf(row, 'webid') },
      { title: 'HOST', cell: (row) => textOf(row, 'short_baselink') },
      { title: 'FOR', cell: (row) => (isTrue(row, 'authed') ? 'signed-in' : 'all') },
      { title: 'EVENTS', cell: (row) => textOf(row, 'events') },
      { title: 'SHAPE', cell: (row) => textOf(row, 'shape') },
    ],
  }),
  add,
  deliveries,
  eachOperandCommand({
    words: 'webhooks resend',
    summary: 'Sends deliveries again, with the same id and body',
    operand: 'ID',
    parameter: 'id',
    act: ({ ask }, id) => ask('resenddelivery', { id }),
  }),
  eachOperandCommand({
    words: 'webhooks test',
    summary: 'Sends a test to webhooks; "webhooks deliveries" shows what they answered',
    operand: 'ID',
    parameter: 'webid',
    act: ({ ask }, webid) => ask('testwebhook', { webid }),
  }),
  eachOperandCommand({
    words: 'webhooks delete',
    summary: 'Deletes webhooks',
    operand: 'ID',
    parameter: 'webid',
    act: ({ ask }, webid) => ask('delwebhook', { webid }),
  }),
];
