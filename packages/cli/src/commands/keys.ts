// `latchkey keys`: lists, shows, adds, bans, unbans and deletes licenses.
import { formatDays, fieldLines, rowsOf, textOf, formatTime, userOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { beforeDryRun, dryRunFlag, dryRunOption } from '../dry-run.ts';
import { grantText } from '../ledger-text.ts';
import { ServiceRefusal } from '../problem.ts';
import type { Answer } from '../seller-client.ts';
import { eachOperandCommand } from './command-builders.ts';
import { addKeysCommand } from './keys-add.ts';
import { findKeys, listKeys } from './keys-list.ts';
import { keyRule, reasonOption } from './parameters.ts';
import { namesOf } from './run-for-each.ts';
import { ipOption, ipFlag } from './users.ts';

const show: Command = {
  words: 'keys show',
  formerly: 'keys info',
  summary: 'Shows a license key, and the remaining time it gave',
  notes: ['The request is recorded in the audit log.'],
  operands: '<KEY>',
  operandOf: (name) => (name === 'key' ? { name: 'KEY', allowed: keyRule } : undefined),
  async run(call) {
    const [key] = await namesOf(call);
    const answer = await call.ask('info', { key });
    const grants = await grantsOf(call, key);
    const shown = { ...answer, duration: formatDays(answer, 'duration') };
    const times = {
      usedon: formatTime(answer, 'usedon'),
      creationdate: formatTime(answer, 'creationdate'),
    };
    const grantLines = (grants ?? []).map(
      (grant) =>
        `  ${userOf(grant, 'user')}, ${textOf(grant, 'subscription')}: ${grantText(grant)}`,
    );
    return {
      document: { ...answer, grants },
      lines: [
        ...fieldLines({ ...shown, ...times }),
        ...(grantLines.length === 0 ? [] : ['It gave:', ...grantLines]),
      ],
    };
  },
};

/** Returns null if the service refuses the request, as a service without a ledger does. */
async function grantsOf(
  { ask }: CliCall,
  key: string | undefined,
): Promise<readonly RowOf<'keygrants', 'grants'>[] | null> {
  try {
    return rowsOf(await ask('keygrants', { key }), 'grants');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}

/** Unbans a key. The service's refusal is the same for unknown keys and keys without a ban. */
async function unban(call: CliCall, key: string): Promise<Answer> {
  const { ask } = call;
  try {
    return await ask('unban', { key, dryrun: dryRunFlag(call) });
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    // Refuses an unknown key.
    const known = await ask('info', { key });
    throw textOf(known, 'status') === 'Banned'
      ? error
      : new ServiceRefusal('This license key is not banned.', error.failure);
  }
}

const keyOperand = { operand: 'KEY', parameter: 'key', allowed: keyRule } as const;
const userOption = (verb: 'ban' | 'delete') => ({
  'with-user': { help: `also ${verb} the user who redeemed it` },
});
const userTooFlag = ({ args }: CliCall) => (args.isOn('with-user') ? '1' : '0');

export const keyCommands: readonly Command[] = [
  addKeysCommand,
  listKeys,
  findKeys,
  show,
  eachOperandCommand({
    words: 'keys ban',
    summary: 'Bans license keys, and revokes the remaining time they gave',
    ...keyOperand,
    options: {
      reason: { ...reasonOption, help: 'shown to users who try the key' },
      ...userOption('ban'),
      ...ipOption,
      ...dryRunOption,
    },
    before: beforeDryRun,
    act: (call, key) =>
      call.ask('ban', {
        key,
        reason: call.args.text('reason'),
        userToo: userTooFlag(call),
        address: ipFlag(call),
        dryrun: dryRunFlag(call),
      }),
  }),
  eachOperandCommand({
    words: 'keys unban',
    summary: 'Unbans license keys, and restores the time that the ban revoked',
    ...keyOperand,
    options: dryRunOption,
    before: beforeDryRun,
    act: unban,
  }),
  eachOperandCommand({
    words: 'keys delete',
    summary: 'Deletes license keys, and revokes the remaining time they gave',
    ...keyOperand,
    options: { ...userOption('delete'), ...dryRunOption },
    before: beforeDryRun,
    act: (call, key) =>
      call.ask('del', { key, userToo: userTooFlag(call), dryrun: dryRunFlag(call) }),
  }),
];
