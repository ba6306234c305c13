// `latchkey refund`: shows what a license gave and what of it would be taken back, and does it when that is confirmed.
import { daysOf, numberOf, rowsOf, textOf, timeOf, type Row } from '../answers.ts';
import type { Command, Output } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { amountsOf, grantWords, movedWords } from '../ledger-words.ts';

export const refundCommand: Command = {
  words: 'refund',
  summary: 'Ban a license that was paid back, and take back what is left of what it gave',
  notes: [
    'It shows first what would happen, and asks. Without a terminal nothing is done but with --yes.',
    '"keys unban" gives exactly that back.',
  ],
  operands: { usage: 'KEY', min: 1, max: 1 },
  options: {
    reason: { value: 'TEXT', help: 'shown to who tries the key (Refunded)' },
    ...yesOption,
  },
  async run(call) {
    const { ask, given } = call;
    const [key] = given.operands;
    const license = await ask('info', { key });
    const grants = rowsOf(await ask('keygrants', { key }), 'grants');
    for (const line of plan(license, grants)) call.say(line);
    if (!(await confirm(call, 'Refund it?'))) return undone(license, grants);
    const answer = await ask('refund', { key, reason: given.text('reason') });
    const moved = movedWords(answer);
    const message = textOf(answer, 'message');
    return { document: answer, lines: [moved === '' ? message : `${message} ${moved}`] };
  },
};

function undone(license: Row, grants: readonly Row[]): Output {
  const { success: _success, message: _message, ...known } = license;
  const document = { success: false, message: 'Nothing was done.', license: known, grants };
  return { document, hasFailed: true, lines: [] };
}

function plan(license: Row, grants: readonly Row[]): readonly string[] {
  const user = textOf(license, 'usedby');
  const status = textOf(license, 'status');
  const used = textOf(license, 'usedon') === '' ? '' : `, used ${timeOf(license, 'usedon')}`;
  const by = user === '' ? '' : ` by ${user}`;
  return [
    `License: ${status.toLowerCase()}${used}${by}; it gives ${daysOf(license, 'duration')}.`,
    ...grants.map((grant) => `  ${textOf(grant, 'subscription')}: ${grantWords(grant)}`),
    wouldHappen(license, grants),
  ];
}

function wouldHappen(license: Row, grants: readonly Row[]): string {
  const user = textOf(license, 'usedby');
  const left = grants.filter(
    (grant) => textOf(grant, 'revoked') === '' && (numberOf(grant, 'left') ?? 0) > 0,
  );
  if (left.length > 0)
    return `It would be banned, and ${user} would lose ${amountsOf(left, 'left')}.`;
  if (user === '') return 'It would be banned; there is nothing to take back.';
  return grants.length === 0
    ? 'It would be banned. What it gave is not known: nothing could be taken back.'
    : 'It would be banned; nothing is left of what it gave.';
}
