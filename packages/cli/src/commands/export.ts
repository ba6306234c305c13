// `latchkey export`: writes the data of an application as one JSON document.
import { withoutAliases } from './settings.ts';
import { rowsOf, textOf } from '../answers.ts';
import type { AnswerTo, Row } from '../answer-types.ts';
import type { CliCall, Command, Output } from '../command.ts';
import {
  sectionNames,
  sections,
  writeDocument,
  type RowOfSection,
  type Section,
} from '../exchange-format.ts';
import { ledgerOf } from '../ledger-text.ts';
import { pagesOf } from '../lists.ts';
import { makePrivateFile } from '../private-file.ts';
import { CliProblem, ServiceRefusal } from '../problem.ts';

const note =
  'No password hashes, two-factor secrets, webhook URLs or file contents: the seller API does not return them.';

const maskedNote = 'Some names are masked. Export with a seller key with the scope "all".';

export const exportCommand: Command = {
  words: 'export',
  summary: 'Exports everything that the seller API returns, as one JSON document',
  notes: [
    'It has no password hashes, two-factor secrets, webhook URLs or file contents: the seller API does not return them.',
    'An export is not a backup; use "latchkey backup". Sections that the service refuses are reported, with exit code 1.',
  ],
  options: {
    out: { value: 'FILE', help: 'new file, readable only by you (default: stdout)' },
    quick: {
      help: 'read all users in one list, without paused subscriptions, further computers and the sources of their time',
    },
  },
  async run(call) {
    const file = call.args.text('out');
    const target = file === undefined ? undefined : makePrivateFile(file);
    try {
      const { texts, counts, missing } = await collect(call);
      target?.write(texts);
      target?.close();
      return exportOutput(call, file, texts, counts, missing);
    } catch (error) {
      target?.discard();
      throw error;
    }
  },
};

type Counts = Readonly<Record<string, number>>;
type Missing = Readonly<Record<string, string>>;

async function collect(call: CliCall) {
  const rows: Partial<Record<Section, readonly Row[]>> = {};
  const missing: Record<string, string> = {};
  const settings = await readOrRecordMissing('settings', missing, () => call.ask('getsettings'));
  for (const name of sectionNames) {
    const list = await readOrRecordMissing(name, missing, () => sectionOf(call, name));
    if (list === null) continue;
    rows[name] = list;
    if (list.some((row) => row['userid'] !== undefined)) missing[name] = maskedNote;
  }
  const head = {
    exportedAt: new Date().toISOString(),
    note,
    settings: fieldsOf(settings),
    missing,
  };
  const counts = Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [name, list.length]),
  );
  return { texts: writeDocument(head, rows), counts, missing };
}

/** If the service refuses a section, records it in `missing`. Other errors end the export. */
async function readOrRecordMissing<Value>(
  name: string,
  missing: Record<string, string>,
  read: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    missing[name] = error.message;
    return null;
  }
}

async function sectionOf(call: CliCall, name: Section): Promise<readonly Row[]> {
  const { type, list } = sections[name];
  const rows: Row[] = [];
  for await (const part of pagesOf(call.askAny, type, list)) {
    throwIfStopped(call);
    rows.push(...(name === 'users' ? part.map(withoutIds) : part));
  }
  return name === 'users' && !call.args.isOn('quick') ? completeUsers(call, rows) : rows;
}

/** Removes the ids of a user, because the importing service creates new ones. */
function withoutIds({ id: _id, owner: _owner, ...user }: Row): Row {
  return user;
}

async function completeUsers(
  call: CliCall,
  users: readonly RowOfSection<'users'>[],
): Promise<readonly Row[]> {
  const complete: Row[] = [];
  let hasLedger = true;
  for (const row of users) {
    throwIfStopped(call);
    const user = textOf(row, 'userid') || textOf(row, 'username');
    const ledger: Awaited<ReturnType<typeof ledgerOf>> = hasLedger
      ? await ledgerOf(call, user)
      : null;
    hasLedger = ledger !== null;
    const subscriptions = ledger ?? rowsOf(await call.ask('usersub', { user }), 'subs');
    const hasDevice = textOf(row, 'hwid') !== '';
    const hwids = hasDevice ? (await call.ask('userdata', { user })).hwids : [];
    complete.push({ ...row, subscriptions, hwids: hwids ?? [row.hwid] });
    call.progress(complete.length, users.length, 'users read');
  }
  return complete;
}

function throwIfStopped({ stop }: CliCall): void {
  if (stop.aborted) throw new CliProblem('Interrupted. Nothing was written.');
}

function fieldsOf(answer: AnswerTo<'getsettings'> | null): Row | null {
  if (answer === null) return null;
  const { success: _success, message: _message, ...fields } = answer;
  return withoutAliases(fields);
}

function exportOutput(
  { say, streams }: CliCall,
  file: string | undefined,
  texts: readonly string[],
  counts: Counts,
  missing: Missing,
): Output {
  for (const [name, reason] of Object.entries(missing)) say(`${name}: ${reason}`);
  const hasFailed = Object.keys(missing).length > 0;
  if (file === undefined) {
    for (const text of texts) streams.stdout.write(text);
    return { document: {}, isPrinted: true, hasFailed };
  }
  const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return {
    document: { success: !hasFailed, out: file, counts, missing },
    lines: [`Written to ${file}: ${all.join(', ')}.`, note],
    hasFailed,
  };
}
