// `latchkey shops mail`: the mail with the keys that a shop's buyers get.
import { textOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { readTextFile } from '../text-file.ts';

const shopRule = 'the id of a shop, as "latchkey shops list" shows it';

export function shopOperand(name: string) {
  return name === 'shop' ? { name: 'SHOP', allowed: shopRule } : undefined;
}

export const shopMailCommand: Command = {
  words: 'shops mail',
  summary: 'Shows the mail with the keys of a shop, or changes it',
  notes: [
    'Subject and text can have {keys}, {subscription}, {days}, {order} and {application}. Empty ones are those of the language.',
  ],
  operands: '<SHOP>',
  operandOf: shopOperand,
  options: {
    language: { value: 'CODE', help: 'en or de', parameter: 'language', allowed: 'en or de' },
    subject: {
      value: 'TEXT',
      help: 'subject of the mail',
      parameter: 'subject',
      allowed: 'at most 150 characters',
    },
    'text-file': {
      value: 'FILE',
      help: 'file with the text of the mail',
      parameter: 'text',
      allowed: 'a file with at most 4000 characters',
    },
  },
  async run({ args, ask }) {
    const [shop] = args.operands;
    const [language, subject, file] = ['language', 'subject', 'text-file'].map(args.text);
    const isChange = [language, subject, file].some((one) => one !== undefined);
    const answer = await ask('editshop', {
      shop,
      language,
      subject,
      text: file === undefined ? undefined : readTextFile(file),
      dryrun: isChange ? undefined : '1',
    });
    return {
      document: answer,
      lines: [`Subject: ${textOf(answer, 'subject')}`, '', ...textOf(answer, 'text').split('\n')],
    };
  },
};
