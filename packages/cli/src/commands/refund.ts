// `latchkey refund`: shows the effect, asks for confirmation, and refunds a license or an order.
import { english } from '@latchkey/seller-copy/en/english.ts';
import { timeChangesText } from '@latchkey/seller-copy/grant-text.ts';
import { textOf } from '../answers.ts';
import type { AnswerTo } from '../answer-types.ts';
import type { Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { checkDryRuns, dryRunFlag, dryRunOption } from '../dry-run.ts';
import { formats } from '../formats.ts';
import { wrongUsage } from '../problem.ts';
import { keyRule, orderOption, reasonOption } from './parameters.ts';

export const refundCommand: Command = {
  words: 'refund',
  summary: 'Bans a refunded license key, or all keys of an order, and revokes the remaining time',
  notes: [
    'It shows the effect first, and asks. Without a terminal it needs --yes.',
    '"keys unban" restores what was revoked.',
  ],
  operands: '[KEY]',
  operandOf: (name) => (name === 'key' ? { name: 'KEY', allowed: keyRule } : undefined),
  options: {
    order: { ...orderOption, help: 'order whose license keys are refunded, instead of KEY' },
    reason: { ...reasonOption, help: 'shown to users who try the key (default: Refunded)' },
    ...dryRunOption,
    ...yesOption,
  },
  async run(call) {
    const { ask, args, say } = call;
    const [key] = args.operands;
    const order = args.text('order');
    if ((key === undefined) === (order === undefined))
      throw wrongUsage('Give either a key or --order.');
    const request = { key, order, reason: args.text('reason') };
    const isDry = dryRunFlag(call) !== undefined;
    if (isDry || !args.isOn('yes')) {
      await checkDryRuns(call);
      const effect = await ask('refund', { ...request, dryrun: '1' });
      if (isDry) return { document: effect, lines: [refundLine(effect)] };
      say(timeChangesText(english, effect, formats) || textOf(effect, 'message'));
      if (!(await confirm(call, order === undefined ? 'Refund it?' : 'Refund all its keys?'))) {
        const document = { ...effect, success: false, message: 'Nothing was done.' };
        return { document, hasFailed: true, lines: [] };
      }
    }
    const answer = await ask('refund', request);
    return { document: answer, lines: [refundLine(answer)] };
  },
};

function refundLine(answer: AnswerTo<'refund'>): string {
  return `${textOf(answer, 'message')} ${timeChangesText(english, answer, formats)}`.trim();
}
