// Imports users and licenses in requests of many rows. The service classifies each row, the same way
// in a dry run, and creates it completely or not at all.
import { fold } from '@latchkey/protocol/fold.ts';
import { maxImportedRows } from '@latchkey/protocol/limits.ts';
import type { ImportedRow, PlannedImport } from '@latchkey/protocol/seller/imports.ts';
import { textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import type { SectionPlan } from './import-plan.ts';
import type { Tally } from './import-report.ts';
import { nameOfRow, type BatchedSection } from './import-sections.ts';
import { keyRow, lossesOf, userRow } from './imported-rows.ts';
import type { PasswordFile } from './password-file.ts';
import { CliProblem, ServiceRefusal } from './problem.ts';

const kinds = { users: 'users', licenses: 'keys' } as const satisfies Record<
  BatchedSection,
  string
>;

/** A request has at most 64 KiB; the rest is for its other parameters. */
const maxBatchBytes = 56 * 1024;
/** The service needs a part of a second to hash each new password. */
const maxRowsWithPasswords = 50;

export interface RowImport {
  readonly isDry: boolean;
  /** What a dry run would have created before the rows. */
  readonly planned: PlannedImport | null;
  readonly passwords: PasswordFile | null;
  readonly positions: ReadonlyMap<Row, string>;
  /** Folded names of the users that were created, or would have been. */
  readonly createdUsers: Set<string>;
}

interface Sent {
  readonly row: Row;
  readonly wire: Readonly<Record<string, unknown>>;
}

/** Adds the states of the rows to the tally. Stops between two requests if the user interrupts. */
export async function importRows(
  call: CliCall,
  tally: Tally,
  { section, rows }: SectionPlan & { readonly section: BatchedSection },
  options: RowImport,
): Promise<void> {
  const all: Sent[] = [];
  for (const one of sentRows(section, rows))
    if (bytesOf(one) <= maxBatchBytes) all.push(one);
    else tally.problems.push({ name: nameOfRow(section, one.row), reason: tooLargeText });
  const { isDry, planned, passwords } = options;
  const maxRows =
    section === 'users' && passwords !== null ? maxRowsWithPasswords : maxImportedRows;
  let passed = 0;
  for (const batch of batchesOf(all, maxRows)) {
    if (call.stop.aborted) return;
    try {
      const sent = isDry ? batch : await withPasswords(call, section, batch, passwords);
      const states = await send(call, section, sent, isDry, planned);
      note(tally, section, batch, states, options);
    } catch (error) {
      if (error instanceof ServiceRefusal) {
        tally.problems.push({ name: 'all', reason: error.message });
        return;
      }
      call.say(`Stopped at ${section}. Run it again to continue.`);
      throw error;
    }
    passed += batch.length;
    call.progress(passed, rows.length, section);
  }
}

const tooLargeText = 'It is larger than a request can be. It was not created.';

function sentRows(section: BatchedSection, rows: readonly Row[]): readonly Sent[] {
  const wireOf = section === 'users' ? userRow : keyRow;
  return rows.map((row) => ({ row, wire: wireOf(row) }));
}

/** The rows are JSON inside of JSON. */
function bytesOf({ wire }: Sent): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(wire)));
}

function* batchesOf(rows: readonly Sent[], maxRows: number): Generator<readonly Sent[]> {
  let batch: Sent[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = bytesOf(row);
    if (batch.length > 0 && (batch.length === maxRows || bytes + size > maxBatchBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function send(
  { ask }: CliCall,
  section: BatchedSection,
  batch: readonly Sent[],
  isDry: boolean,
  planned: PlannedImport | null,
): Promise<readonly ImportedRow[]> {
  const { rows } = await ask('importrows', {
    kind: kinds[section],
    rows: JSON.stringify(batch.map(({ wire }) => wire)),
    ...(isDry && { dryrun: '1', ...(planned !== null && { planned: JSON.stringify(planned) }) }),
  });
  if (!Array.isArray(rows) || rows.length !== batch.length)
    throw new CliProblem('The service answered without a state for each row.');
  return rows as readonly ImportedRow[]; // the service checks its answers against this schema
}

/** Gives a random password to each user that the service would create and that has no hash. */
async function withPasswords(
  call: CliCall,
  section: BatchedSection,
  batch: readonly Sent[],
  passwords: PasswordFile | null,
): Promise<readonly Sent[]> {
  const lacksHash = ({ wire }: Sent) => wire['passwordHash'] === undefined;
  if (section !== 'users' || passwords === null || !batch.some(lacksHash)) return batch;
  const states = await send(call, section, batch, true, null);
  const isNew = (one: Sent, index: number) => lacksHash(one) && states[index]?.state === 'created';
  const made = passwords.make(batch.filter(isNew).map(({ row }) => textOf(row, 'username')));
  return batch.map((one, index) =>
    isNew(one, index)
      ? { ...one, wire: { ...one.wire, password: made.get(textOf(one.row, 'username')) } }
      : one,
  );
}

function note(
  tally: Tally,
  section: BatchedSection,
  batch: readonly Sent[],
  states: readonly ImportedRow[],
  { positions, createdUsers }: RowImport,
): void {
  for (const [index, { row }] of batch.entries()) {
    const {
      state,
      column = '',
      code,
      reason = '',
      warning,
    } = states[index] ?? { state: 'problem' };
    const name = nameOfRow(section, row);
    if (state === 'equal') tally.existing += 1;
    if (state === 'created') {
      tally.created += 1;
      tally.rows.push(row);
      if (section === 'users') createdUsers.add(fold(name));
      const isQuiet = warning === undefined || createdUsers.has(fold(textOf(row, 'usedby')));
      const notes = [...lossesOf(row), ...(isQuiet ? [] : [`Created. ${warning}`])];
      if (notes.length > 0) tally.problems.push({ name, reason: notes.join(' ') });
    }
    if (state === 'problem') {
      const field = column === '' ? '' : `"${column}": `;
      const end = code === 'differs' ? '' : ' It was not created.';
      const text = `${positions.get(row) ?? ''}: ${field}${reason}${end}`;
      tally.problems.push({ name, reason: text });
    }
  }
}

/** Returns the names of the rows that the service does not have as the document says. */
export async function differingRows(
  call: CliCall,
  section: BatchedSection,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const batch of batchesOf(sentRows(section, rows), maxImportedRows)) {
    const states = await send(call, section, batch, true, null);
    names.push(
      ...batch
        .filter((_, index) => states[index]?.state !== 'equal')
        .map(({ row }) => nameOfRow(section, row)),
    );
  }
  return names;
}
