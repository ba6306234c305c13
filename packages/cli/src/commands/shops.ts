// `latchkey shops`: connects shops, whose sales become keys.
import type { RowOf } from '../answer-types.ts';
import { listIn, textOf, formatDays, formatTime, isTrue } from '../answers.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';
import { daysOf, daysOption, nameRule, subOption } from './parameters.ts';
import { salesCommands } from './sales.ts';
import { secretRule, shopAccessCommands, textIn } from './shop-access.ts';
import { shopMailCommand, shopOperand } from './shop-mail.ts';

interface Mapping {
  readonly product: string;
  readonly sub: string;
  readonly expiry: string;
  readonly amount: string | undefined;
}

/** Reads `price_1=Pro:30d` or `price_1=Pro:30d*2`, of which several may be joined by commas. */
function mappingsOf(text: string | undefined): readonly Mapping[] {
  if (text === undefined) return [];
  return text.split(',').map((one) => {
    const found = /^(.+?)=(.+):([0-9.]+)d(?:\*([0-9]+))?$/.exec(one.trim());
    if (found === null)
      throw wrongUsage('--map must be PRODUCT=SUBSCRIPTION:DAYSd, such as price_1=Pro:30d.');
    const [, product = '', sub = '', expiry = '', amount] = found;
    return { product, sub, expiry, amount };
  });
}

async function addShop({ args, ask }: CliCall): Promise<Output> {
  const mappings = mappingsOf(args.text('map'));
  const answer = await ask('addshop', {
    kind: args.text('kind'),
    secret: textIn(args.text('secret-file')),
    token: textIn(args.text('token-file')),
    tests: args.isOn('test') ? '1' : undefined,
  });
  const shop = textOf(answer, 'shop');
  try {
    for (const { product, sub, expiry, amount } of mappings)
      await ask('mapproduct', { shop, product, sub, expiry, amount });
  } catch (error) {
    // A shop without its mapping would be added a second time.
    await ask('delshop', { shop });
    throw error;
  }
  return {
    document: answer,
    lines: [
      `Shop ${shop} was added. Let it send its events to your service at this path:`,
      textOf(answer, 'path'),
      ...(mappings.length > 0 ? [] : ['Next: latchkey shops map']),
    ],
  };
}

const add: Command = {
  words: 'shops add',
  summary: 'Connects a shop, whose sales become keys',
  notes: [
    'It prints the path that your shop sends its events to. docs/shops.md says what to click at each provider.',
  ],
  options: {
    kind: {
      value: 'KIND',
      required: true,
      help: 'kind of the shop, such as stripe',
      parameter: 'kind',
      allowed: 'one of the kinds in docs/shops.md',
    },
    'secret-file': {
      value: 'FILE',
      help: 'file with the secret that signs the events, readable only by you; not for gumroad',
      parameter: 'secret',
      allowed: `a file with ${secretRule}`,
    },
    'token-file': {
      value: 'FILE',
      help: "file with a token that reads the shop's API, readable only by you",
      parameter: 'token',
      allowed: `a file with ${secretRule}`,
    },
    map: {
      value: 'MAPPING',
      help: 'what a product gives: PRODUCT=SUBSCRIPTION:DAYSd, with *N for N keys; several with commas',
      parameter: 'sub',
      allowed: 'PRODUCT=SUBSCRIPTION:DAYSd with a subscription that exists',
    },
    test: { help: 'create keys for test sales too' },
  },
  run: addShop,
};

const map: Command = {
  words: 'shops map',
  summary: 'Sets what a product of a shop gives, also to sales that waited for it',
  notes: ['The product * stands for all products without an own mapping. Put it in quotes.'],
  operands: '<SHOP> <PRODUCT>',
  operandOf: (name) =>
    name === 'product' ? { name: 'PRODUCT', allowed: '1 to 200 characters' } : shopOperand(name),
  options: {
    sub: subOption,
    days: daysOption,
    amount: {
      value: 'N',
      help: 'keys for each piece (default: 1)',
      parameter: 'amount',
      allowed: 'a whole number from 1 to 100',
    },
  },
  async run({ args, ask }) {
    const [shop, product] = args.operands;
    const answer = await ask('mapproduct', {
      shop,
      product,
      sub: args.text('sub'),
      expiry: daysOf(args),
      amount: args.text('amount'),
    });
    const orders = textOf(answer, 'orders');
    const waited = orders === '0' ? [] : [`Orders that waited for it: ${orders}`];
    return { document: answer, lines: [textOf(answer, 'message'), ...waited] };
  },
};

const unmap: Command = {
  words: 'shops unmap',
  summary: 'Removes the mapping of a product, so that its sales need attention',
  operands: '<SHOP> <PRODUCT>',
  operandOf: map.operandOf ?? shopOperand,
  async run({ args, ask }) {
    const [shop, product] = args.operands;
    const answer = await ask('unmapproduct', { shop, product });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

/** Events that the last comparison found missing. */
function comparedOf(row: RowOf<'fetchallshops', 'shops'>): string {
  const found = textOf(row, 'found');
  return `${formatTime(row, 'reconciled')}${found === '0' ? '' : `, ${found} missing`}`;
}

export const shopCommands: readonly Command[] = [
  add,
  listCommand({
    words: 'shops list',
    summary: 'Lists the connected shops, without their secrets',
    type: 'fetchallshops',
    list: 'shops',
    nouns: ['shop', 'shops'],
    columns: [
      { title: 'SHOP', cell: (row) => textOf(row, 'shop') },
      { title: 'KIND', cell: (row) => textOf(row, 'kind') },
      { title: 'TESTS', cell: (row) => (isTrue(row, 'tests') ? 'yes' : 'no') },
      { title: 'LAST EVENT', cell: (row) => formatTime(row, 'lastevent') },
      { title: 'COMPARED', cell: comparedOf },
      { title: 'ATTENTION', cell: (row) => textOf(row, 'attention') },
      {
        title: 'PRODUCTS',
        cell: (row) =>
          listIn(row, 'products', 'product')
            .map(
              (one) =>
                `${textOf(one, 'product')}=${textOf(one, 'subscription')}:${formatDays(one, 'seconds')}`,
            )
            .join(', '),
      },
      { title: 'PATH', cell: (row) => textOf(row, 'path') },
    ],
  }),
  map,
  unmap,
  ...shopAccessCommands,
  shopMailCommand,
  eachOperandCommand({
    words: 'shops remove',
    summary: 'Removes shops with their events and orders; keys and their time stay',
    operand: 'SHOP',
    parameter: 'shop',
    allowed: nameRule,
    act: ({ ask }, shop) => ask('delshop', { shop }),
  }),
  ...salesCommands,
];
