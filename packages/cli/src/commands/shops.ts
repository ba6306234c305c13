// `latchkey shops`: connects shops, whose sales become keys.
import { listIn, rowsOf, textOf, formatDays, formatTime, isTrue } from '../answers.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { readPrivateFile } from '../private-file.ts';
import { eachOperandCommand, listCommand } from './command-builders.ts';
import { daysOf, daysOption, nameRule, subOption } from './parameters.ts';
import { salesCommands } from './sales.ts';
import { shopMailCommand, shopOperand } from './shop-mail.ts';

const secretRule = '6 to 500 printable ASCII characters without spaces';

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

function secretIn(file: string): string {
  return readPrivateFile(file).trim();
}

async function addShop({ args, ask }: CliCall): Promise<Output> {
  const mappings = mappingsOf(args.text('map'));
  const answer = await ask('addshop', {
    kind: args.text('kind'),
    secret: secretIn(args.text('secret-file') ?? ''),
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
      required: true,
      help: 'file with the secret that signs the events, readable only by you',
      parameter: 'secret',
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

const secret: Command = {
  words: 'shops secret',
  summary: 'Adds or removes a secret of a shop, or lists their ids',
  notes: ['To replace a secret, add the new one, change it at the shop, then remove the old one.'],
  operands: '<SHOP>',
  operandOf: (name) => (name === 'id' ? { name: '--remove' } : shopOperand(name)),
  options: {
    add: {
      value: 'FILE',
      help: 'file with a new secret, readable only by you',
      parameter: 'secret',
      allowed: `a file with ${secretRule}`,
    },
    remove: { value: 'ID', help: 'id of the secret to remove' },
  },
  async run({ args, ask }) {
    const [shop = ''] = args.operands;
    const [file, id] = [args.text('add'), args.text('remove')];
    if (file !== undefined && id !== undefined) throw wrongUsage('Give --add or --remove.');
    if (file !== undefined) {
      const answer = await ask('addshopsecret', { shop, secret: secretIn(file) });
      return { document: answer, lines: [`Secret ${textOf(answer, 'id')} was added.`] };
    }
    if (id !== undefined) {
      const answer = await ask('delshopsecret', { shop, id });
      return { document: answer, lines: [textOf(answer, 'message')] };
    }
    const rows = rowsOf(await ask('fetchallshops'), 'shops');
    const found = rows.find((row) => textOf(row, 'shop') === shop);
    if (found === undefined) throw new CliProblem('There is no such shop.');
    const secrets = listIn(found, 'secrets', 'id');
    return {
      document: { secrets },
      lines: secrets.map((row) => `${textOf(row, 'id')}  ${formatTime(row, 'added')}`),
    };
  },
};

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
  secret,
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
