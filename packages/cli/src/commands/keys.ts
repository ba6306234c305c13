// `latchkey keys`: manages licenses.
import { daysOf, linesOf, rowsOf, textOf, timeOf } from '../answers.ts';
import type { RowOf } from '../answer-types.ts';
import type { CliCall, Command } from '../command.ts';
import { grantWords } from '../ledger-words.ts';
import { ServiceRefusal } from '../problem.ts';
import { eachCommand } from './groups.ts';
import { addKeysCommand } from './keys-add.ts';
import { findKeys, listKeys } from './keys-list.ts';
import { namesOf } from './several.ts';
import { ipToo, withIp } from './users.ts';

const show: Command = {
  words: 'keys show',
  formerly: 'keys info',
  summary: 'Show what is known of a license key, and what is left of what it gave',
  notes: ['That somebody looked is in the audit log.'],
  operands: '<KEY>',
  async run(call) {
    const [key] = await namesOf(call);
    const answer = await call.ask('info', { key });
    const grants = await grantsOf(call, key);
    const shown = { ...answer, duration: daysOf(answer, 'duration') };
    const times = {
      usedon: timeOf(answer, 'usedon'),
      creationdate: timeOf(answer, 'creationdate'),
    };
    const gave = (grants ?? []).map(
      (grant) =>
        `  ${textOf(grant, 'user')}, ${textOf(grant, 'subscription')}: ${grantWords(grant)}`,
    );
    return {
      document: { ...answer, grants },
      lines: [
        ...linesOf({ ...shown, ...times }),
        ...(gave.length === 0 ? [] : ['It gave:', ...gave]),
      ],
    };
  },
};

/** null if the service has no ledger. */
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

const userToo = { 'with-user': { help: 'the user who used it, too' } };
const withUser = ({ given }: CliCall) => (given.isOn('with-user') ? '1' : '0');

export const keyCommands: readonly Command[] = [
  addKeysCommand,
  listKeys,
  findKeys,
  show,
  eachCommand({
    words: 'keys ban',
    summary: 'Ban license keys, and take back what is left of what they gave',
    operand: 'KEY',
    options: {
      reason: { value: 'TEXT', help: 'shown to who tries it' },
      ...userToo,
      ...ipToo,
    },
    act: (call, key) =>
      call.ask('ban', {
        key,
        reason: call.given.text('reason'),
        userToo: withUser(call),
        address: withIp(call),
      }),
  }),
  eachCommand({
    words: 'keys unban',
    summary: 'Lift the ban of license keys, and give back what it took',
    operand: 'KEY',
    act: ({ ask }, key) => ask('unban', { key }),
  }),
  eachCommand({
    words: 'keys delete',
    summary: 'Remove license keys, and take back what is left of what they gave',
    operand: 'KEY',
    options: userToo,
    act: (call, key) => call.ask('del', { key, userToo: withUser(call) }),
  }),
];
