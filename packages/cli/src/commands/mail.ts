// `latchkey mail test`: sends a mail with the mail settings of the service.
import { emailPattern } from '@latchkey/protocol/limits.ts';
import type { Command } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { valueOrThrow } from './applications.ts';

export const mailTestCommand: Command = {
  words: 'mail test',
  summary: 'Sends a test mail with the mail settings of the service',
  notes: [
    'It reads the settings in LATCHKEY_SMTP_FILE and waits for the answer of the mail server.',
  ],
  isLocal: true,
  options: { to: { value: 'EMAIL', required: true, help: 'e-mail that receives the test' } },
  async run({ args, env }) {
    const to = args.text('to') ?? '';
    if (!emailPattern.test(to)) throw wrongUsage('--to must be an e-mail.');
    const { sendTestMail } = await import('@latchkey/service/administration');
    valueOrThrow(await sendTestMail(env, to));
    return {
      document: { success: true, to },
      lines: [`The mail server accepted a mail to ${to}. Check that it arrives.`],
    };
  },
};
