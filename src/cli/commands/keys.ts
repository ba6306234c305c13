// `latchkey keys`: licenses.
import { daysOf, linesOf, rowsOf, textOf, timeOf, type Row } from '../answers.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { allRows } from '../lists.ts';
import { grantWords } from '../ledger-words.ts';
import { CliProblem, ServiceRefusal, wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { eachCommand } from './groups.ts';
import { namesOf } from './several.ts';
import { addressToo, withAddress } from './users.ts';

/** What a service makes in one request. */
const mostAtOnce = 100;
const charsets: Readonly<Record<string, string>> = { mixed: '1', upper: '2', lower: '3' };

const add: Command = {
  words: 'keys add',
  summary: 'Make licenses and print their keys, one per line',
  notes: ['Interrupted, it prints what was made so far.'],
  options: {
    days: {
      value: 'N',
      required: true,
      help: 'how long a license gives its subscription; decimals are possible',
    },
    amount: { value: 'N', help: 'how many (1)' },
    mask: { value: 'TEXT', help: 'each * becomes a random character (six groups of six)' },
    level: { value: 'N', help: 'which subscription it gives (1)' },
    charset: { value: 'NAME', help: 'mixed, upper or lower: what a * becomes (mixed)' },
    note: { value: 'TEXT', help: 'for your own use, up to 69 characters' },
    force: { help: 'take a mask that is easy to guess' },
  },
  run: addKeys,
};

async function addKeys(call: CliCall): Promise<Output> {
  const { given, stop } = call;
  const amount = given.whole('amount', 1, 1_000_000) ?? 1;
  const keys: string[] = [];
  let problem: CliProblem | null = null;
  while (keys.length < amount && !stop.aborted && problem === null)
    try {
      const made = await addSome(call, Math.min(mostAtOnce, amount - keys.length));
      for (const key of made) call.printNow(key);
      keys.push(...made);
      if (amount > mostAtOnce) call.progress(keys.length, amount, 'made');
    } catch (error) {
      if (!(error instanceof CliProblem)) throw error;
      problem = error;
    }
  if (problem !== null && keys.length === 0) throw problem;
  if (problem !== null) call.say(problem.message);
  const isComplete = keys.length === amount;
  if (!isComplete) call.say(`${keys.length} of ${amount} were made.`);
  return { document: { success: isComplete, keys }, hasFailed: !isComplete };
}

/** Not ended by an interruption: the keys of an answer that nobody waits for would be lost. */
async function addSome({ given, ask }: CliCall, amount: number): Promise<readonly string[]> {
  const charset = given.text('charset');
  const character = charset === undefined ? undefined : charsets[charset];
  if (charset !== undefined && character === undefined)
    throw wrongUsage('--charset must be mixed, upper or lower.');
  const answer = await ask('add', {
    expiry: given.text('days'),
    amount: String(amount),
    mask: given.text('mask'),
    level: given.text('level'),
    character,
    note: given.text('note'),
    force: given.isOn('force') ? '1' : undefined,
  });
  const one = textOf(answer, 'key');
  const many = answer['keys'];
  const keys = Array.isArray(many) ? many.map(String) : one === '' ? [] : [one];
  if (keys.length === 0) throw new CliProblem('The service made licenses but did not name them.');
  return keys;
}

const statuses: Readonly<Record<string, string>> = {
  unused: 'Not Used',
  used: 'Used',
  banned: 'Banned',
};

const list: Command = {
  words: 'keys list',
  summary: 'Show all licenses',
  options: {
    status: { value: 'NAME', help: 'only those: unused, used or banned' },
    level: { value: 'N', help: 'only those of this level' },
  },
  async run({ given, askAny }) {
    const status = given.text('status');
    if (status !== undefined && statuses[status] === undefined)
      throw wrongUsage('--status must be unused, used or banned.');
    const level = given.text('level');
    const keys = (await allRows(askAny, 'fetchallkeys', 'keys')).filter(
      (row) =>
        (status === undefined || textOf(row, 'status') === statuses[status]) &&
        (level === undefined || textOf(row, 'level') === level),
    );
    return { document: { keys }, table: tableOf(keys, columns), lines: [counted(keys.length)] };
  },
};

const columns = [
  { title: 'KEY', cell: (row: Row) => textOf(row, 'key') },
  { title: 'STATUS', cell: (row: Row) => textOf(row, 'status') },
  { title: 'GIVES', cell: (row: Row) => daysOf(row, 'expires'), right: true },
  { title: 'LEVEL', cell: (row: Row) => textOf(row, 'level'), right: true },
  { title: 'MADE', cell: (row: Row) => timeOf(row, 'gendate') },
  { title: 'USED BY', cell: (row: Row) => textOf(row, 'usedby') },
  { title: 'USED', cell: (row: Row) => timeOf(row, 'usedon') },
  { title: 'NOTE', cell: (row: Row) => textOf(row, 'note') },
] as const;

function counted(count: number): string {
  return count === 1 ? '1 license' : `${count} licenses`;
}

const show: Command = {
  words: 'keys show',
  formerly: 'keys info',
  summary: 'Show what is known of a license, and what is left of what it gave',
  notes: ['That somebody looked is in the audit log.'],
  operands: { usage: 'KEY', min: 1, max: 1 },
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

/** null: the service keeps no ledger. */
async function grantsOf({ ask }: CliCall, key: string | undefined): Promise<readonly Row[] | null> {
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
  add,
  list,
  show,
  eachCommand({
    words: 'keys ban',
    summary: 'Ban licenses, and take back what is left of what they gave',
    operand: 'KEY',
    options: {
      reason: { value: 'TEXT', help: 'shown to who tries it' },
      ...userToo,
      ...addressToo,
    },
    act: (call, key) =>
      call.ask('ban', {
        key,
        reason: call.given.text('reason'),
        userToo: withUser(call),
        address: withAddress(call),
      }),
  }),
  eachCommand({
    words: 'keys unban',
    summary: 'Lift the ban of licenses, and give back what it took',
    operand: 'KEY',
    act: ({ ask }, key) => ask('unban', { key }),
  }),
  eachCommand({
    words: 'keys delete',
    summary: 'Remove licenses, and take back what is left of what they gave',
    operand: 'KEY',
    options: userToo,
    act: (call, key) => call.ask('del', { key, userToo: withUser(call) }),
  }),
];
