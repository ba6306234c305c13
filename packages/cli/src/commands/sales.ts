// `latchkey shops events`, `latchkey sales`: what connected shops reported, and what it gave.
import type { RowOf } from '../answer-types.ts';
import { rowsOf, textOf, formatTime } from '../answers.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { tableOf } from '../table.ts';
import { eachOperandCommand } from './command-builders.ts';
import { orderOption } from './parameters.ts';

const limitOption = { value: 'N', help: 'number of rows (default: 100)' } as const;

const events: Command = {
  words: 'shops events',
  summary: 'Lists the events of a shop or of an order, newest first',
  operands: '[SHOP]',
  operandOf: (name) => (name === 'shop' ? { name: 'SHOP' } : undefined),
  options: {
    order: { ...orderOption, help: 'order, as "latchkey sales list" shows it' },
    limit: limitOption,
  },
  async run({ args, ask }) {
    const limit = args.integer('limit', 1, 500) ?? 100;
    const [shop] = args.operands;
    const answer = await ask('fetchshopevents', {
      shop,
      order: args.text('order'),
      limit: String(limit),
    });
    const rows = rowsOf(answer, 'events');
    return {
      document: { events: rows },
      table: tableOf(rows, [
        { title: 'RECEIVED', cell: (row) => formatTime(row, 'received') },
        { title: 'KIND', cell: (row) => textOf(row, 'kind') },
        { title: 'EVENT', cell: (row) => textOf(row, 'event') },
        { title: 'ORDER', cell: (row) => textOf(row, 'order') || 'waiting' },
        { title: 'FAULT', cell: (row) => textOf(row, 'fault') },
        { title: 'AMOUNT', cell: amountOf, right: true },
        { title: 'PRODUCTS', cell: (row) => textOf(row, 'products') },
        { title: 'ID', cell: (row) => textOf(row, 'id') },
      ]),
      lines: [formatCount(rows.length, 'event', 'events')],
    };
  },
};

/** Smallest units, because only the provider knows how many decimals a currency has. */
function amountOf(row: RowOf<'fetchsales', 'sales'> | RowOf<'fetchshopevents', 'events'>): string {
  return `${textOf(row, 'amount')} ${textOf(row, 'currency')}`.trim();
}

const list: Command = {
  words: 'sales list',
  summary: 'Lists the orders of connected shops, newest first',
  options: {
    attention: { help: 'list only orders that need attention' },
    limit: limitOption,
  },
  async run({ args, ask }) {
    const limit = args.integer('limit', 1, 500) ?? 100;
    const answer = await ask('fetchsales', {
      attention: args.isOn('attention') ? '1' : undefined,
      limit: String(limit),
    });
    const rows = rowsOf(answer, 'sales');
    return {
      document: { sales: rows },
      table: tableOf(rows, [
        { title: 'WHEN', cell: (row) => formatTime(row, 'created') },
        { title: 'ORDER', cell: (row) => textOf(row, 'order') },
        { title: 'BUYER', cell: (row) => textOf(row, 'buyer') },
        { title: 'STATE', cell: (row) => textOf(row, 'state') },
        { title: 'ATTENTION', cell: (row) => textOf(row, 'attention') },
        { title: 'AMOUNT', cell: amountOf, right: true },
        { title: 'KEYS', cell: (row) => textOf(row, 'count'), right: true },
        { title: 'MAIL', cell: (row) => textOf(row, 'mail') },
      ]),
      lines: [formatCount(rows.length, 'order', 'orders')],
    };
  },
};

export const salesCommands: readonly Command[] = [
  events,
  list,
  eachOperandCommand({
    words: 'sales send',
    summary: 'Mails the keys of orders to their buyers again',
    operand: 'ORDER',
    parameter: 'order',
    act: ({ ask }, order) => ask('sendkeys', { order }),
  }),
];
