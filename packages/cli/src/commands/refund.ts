// `latchkey refund`: shows the effect, asks for confirmation, and refunds a license or an order.
import { english } from '@latchkey/seller-copy/en/english.ts';
import { refundText, timeChangesText } from '@latchkey/seller-copy/grant-text.ts';
import { formatDays, rowsOf, textOf, formatTime } from '../answers.ts';
import type { AnswerTo, RowOf } from '../answer-types.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { beforeDryRun, dryRunFlag, dryRunOption } from '../dry-run.ts';
import { formats } from '../formats.ts';
import { grantText } from '../ledger-text.ts';
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
    const { ask, args } = call;
    const [key] = args.operands;
    const order = args.text('order');
    if ((key === undefined) === (order === undefined))
      throw wrongUsage('Give either a key or --order.');
    await beforeDryRun(call);
    const dryrun = dryRunFlag(call);
    const licenses = await (key === undefined
      ? refundedByOrder(call, order ?? '')
      : refundedByKey(call, key));
    for (const license of licenses) for (const line of effectLines(license)) call.say(line);
    const question = order === undefined ? 'Refund it?' : `Refund all ${licenses.length}?`;
    if (dryrun === undefined && !(await confirm(call, question))) return declined(licenses, order);
    const answer = await ask('refund', { key, order, reason: args.text('reason'), dryrun });
    const timeChanges = timeChangesText(english, answer, formats);
    const message = textOf(answer, 'message');
    return {
      document: answer,
      lines: [timeChanges === '' ? message : `${message} ${timeChanges}`],
    };
  },
};

type Grant = RowOf<'keygrants', 'grants'>;
type License = Pick<AnswerTo<'info'>, 'usedby' | 'status' | 'usedon' | 'duration'> &
  Pick<RowOf<'fetchorder', 'keys'>, 'key'>;

interface Refunded {
  /** An answer to `info`, or a row of `fetchorder` with the field `duration` added. */
  readonly license: License;
  readonly grants: readonly Grant[];
}

async function refundedByKey({ ask }: CliCall, key: string): Promise<readonly Refunded[]> {
  const { success: _success, message: _message, ...license } = await ask('info', { key });
  return [{ license, grants: rowsOf(await ask('keygrants', { key }), 'grants') }];
}

async function refundedByOrder({ ask }: CliCall, order: string): Promise<readonly Refunded[]> {
  const licenses: Refunded[] = [];
  for (const row of rowsOf(await ask('fetchorder', { order }), 'keys')) {
    const key = textOf(row, 'key');
    const license = { ...row, duration: row.expires };
    licenses.push({ license, grants: rowsOf(await ask('keygrants', { key }), 'grants') });
  }
  return licenses;
}

function declined(licenses: readonly Refunded[], order: string | undefined): Output {
  const [first] = licenses;
  const target = order === undefined && first !== undefined ? first : { order, licenses };
  return {
    document: { success: false, message: 'Nothing was done.', ...target },
    hasFailed: true,
    lines: [],
  };
}

function effectLines({ license, grants }: Refunded): readonly string[] {
  const user = textOf(license, 'usedby');
  const status = textOf(license, 'status');
  const used = textOf(license, 'usedon') === '' ? '' : `, used ${formatTime(license, 'usedon')}`;
  const byUser = user === '' ? '' : ` by ${user}`;
  const key = textOf(license, 'key');
  return [
    `License key${key === '' ? '' : ` ${key}`}: ${status.toLowerCase()}${used}${byUser}; it gives ${formatDays(license, 'duration')}.`,
    ...grants.map((grant) => `  ${textOf(grant, 'subscription')}: ${grantText(grant)}`),
    refundText(english, user, grants, formats),
  ];
}
