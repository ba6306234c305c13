// `latchkey shops secret`, `token` and `reconcile`: what signs a shop's events, and what reads its API.
import { listIn, rowsOf, textOf, formatTime } from '../answers.ts';
import type { Command } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { readPrivateFile } from '../private-file.ts';
import { dateOf, sinceOption } from '../since.ts';
import { shopOperand } from './shop-mail.ts';

export const secretRule = '6 to 500 printable ASCII characters without spaces';

export function textIn(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readPrivateFile(file).trim();
}

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
      const answer = await ask('addshopsecret', { shop, secret: textIn(file) });
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

const token: Command = {
  words: 'shops token',
  summary: "Replaces the token that reads a shop's API, or removes it",
  operands: '<SHOP>',
  operandOf: shopOperand,
  options: {
    file: {
      value: 'FILE',
      help: 'file with the new token, readable only by you',
      parameter: 'token',
      allowed: `a file with ${secretRule}`,
    },
    remove: { help: 'remove the token' },
  },
  async run({ args, ask }) {
    const [shop = ''] = args.operands;
    const file = args.text('file');
    if ((file === undefined) !== args.isOn('remove')) throw wrongUsage('Give --file or --remove.');
    const answer = await ask('setshoptoken', { shop, token: textIn(file) ?? '' });
    return { document: answer, lines: [textOf(answer, 'message')] };
  },
};

const reconcile: Command = {
  words: 'shops reconcile',
  summary: 'Applies sales and refunds that a shop has, but whose events never arrived',
  notes: [
    'The service does it every day. By default, it begins 35 days ago, and never before the shop was added.',
  ],
  operands: '<SHOP>',
  operandOf: shopOperand,
  options: sinceOption,
  async run(call) {
    const [shop = ''] = call.args.operands;
    const since = dateOf(call, 'since')?.toString();
    const answer = await call.ask('reconcileshop', { shop, since });
    return {
      document: answer,
      lines: ['It starts within a minute. "latchkey shops list" shows what it found.'],
    };
  },
};

export const shopAccessCommands: readonly Command[] = [secret, token, reconcile];
