// Seller API operation that imports users and licenses of another service. The rows of a request are
// written in short transactions, so that they delay no other application; each row in one of them.
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import {
  importedKey,
  importedUser,
  type ImportedUser,
  type importsApi,
} from '@latchkey/protocol/seller/imports.ts';
import { BatchPace } from '../../api/batch-pace.ts';
import { writeAudit } from '../../api/seller-audit.ts';
import {
  done,
  type SellerCall,
  type SellerChange,
  type SellerHandlers,
} from '../../api/seller-call.ts';
import type { Transaction } from '../../database/schema.ts';
import { transactWithin } from '../../database/transact.ts';
import { orderedId } from '../../ordered-ids.ts';
import { emailHash, lockEmails } from '../users/emails.ts';
import { insertKeys, judgeKeys } from './key-rows.ts';
import { emptyKnown } from './known-users.ts';
import { insertUsers } from './new-users.ts';
import { parseRow, type ImportCall, type Parsed, type RowState } from './row-states.ts';
import { judgeUsers } from './user-rows.ts';

type Request = SellerRequest<'importrows'>;

export const imports: SellerHandlers<typeof importsApi> = {
  importrows: {
    async prepare(call, request) {
      if (request.dryrun === 1) {
        const rows = await tryRows(call, request);
        return () => Promise.resolve(done({ rows }));
      }
      const write = await writerOf(call, request);
      const states: RowState[] = [];
      const audit = orderedId(call.nowMs());
      const pace = new BatchPace(call);
      const count = request.rows.length;
      while (states.length + pace.rows < count)
        await pace.next(await writeBatch(call, request, { write, states, audit }, pace.rows));
      return async (inside: SellerChange) => {
        const rows = [...states, ...(await write(inside.db, states.length, count))];
        // `perform` writes the row of the whole request.
        await inside.db.deleteFrom('auditLogs').where('id', '=', audit).execute();
        return done({ rows }, { audit: countsOf(rows) });
      };
    },
  },
};

/** Writes the rows of the request from `from` to `to`, in one transaction. */
type Write = (db: Transaction, from: number, to: number) => Promise<readonly RowState[]>;

interface Progress {
  readonly write: Write;
  readonly states: RowState[];
  /** Id of the audit row, which has the counts of all batches so far. */
  readonly audit: string;
}

/** Returns the milliseconds of the transaction, without waiting for it. */
async function writeBatch(
  call: SellerCall,
  { kind }: Request,
  { write, states, audit }: Progress,
  rows: number,
): Promise<number> {
  const from = states.length;
  const { written, tookMs } = await transactWithin(call, async (inside) => {
    const begunAt = performance.now();
    const found = await write(inside.db, from, from + rows);
    const counts = countsOf([...states, ...found]);
    await writeAudit(inside, 'importrows', `kind=${kind} ${counts}`, audit);
    return { written: found, tookMs: performance.now() - begunAt };
  });
  states.push(...written);
  return tookMs;
}

function countsOf(states: readonly RowState[]): string {
  const count = (state: RowState['state']) => states.filter((one) => one.state === state).length;
  return `created=${count('created')} equal=${count('equal')} problems=${count('problem')}`;
}

/** Rows between which a dry run lets other requests run. */
const rowsPerTurn = 100;

/** Finds what the import would do. Later rows see what earlier ones would create. */
async function tryRows(call: SellerCall, { kind, rows, planned }: Request): Promise<RowState[]> {
  const states: RowState[] = [];
  const [users, keys] = [emptyKnown(), new Map()];
  for (let at = 0; at < rows.length; at += rowsPerTurn) {
    const part = rows.slice(at, at + rowsPerTurn);
    const importing = { ...call, planned };
    const judged =
      kind === 'users'
        ? await judgeUsers(call.db, importing, part.map(parseUser), users, () => '')
        : await judgeKeys(call.db, importing, part.map(parseKey), keys);
    states.push(...judged.states);
    await turn();
  }
  return states;
}

const parseUser = (row: unknown) => parseRow(importedUser, row);
const parseKey = (row: unknown) => parseRow(importedKey, row);

async function writerOf(call: SellerCall, { kind, rows }: Request): Promise<Write> {
  const importing: ImportCall = { ...call, planned: undefined };
  if (kind === 'keys') {
    const keys = rows.map(parseKey);
    return async (db, from, to) => {
      const { states, created } = await judgeKeys(db, importing, keys.slice(from, to), new Map());
      await insertKeys(db, importing, created);
      return states;
    };
  }
  const users = rows.map(parseUser);
  const hashOf = await hashesOf(call, users);
  return async (db, from, to) => {
    const part = users.slice(from, to);
    const emails = part.map((one) =>
      emailHash(call.mailKey, 'row' in one ? (one.row.email ?? '') : ''),
    );
    // Before the reads of `judgeUsers`, so that they find an e-mail that another user took meanwhile.
    await lockEmails({ ...importing, db }, emails);
    const { states, created } = await judgeUsers(db, importing, part, emptyKnown(), hashOf);
    if (created.length > 0) await insertUsers(db, importing, created);
    return states;
  };
}

/**
 * Hashes passwords before the transactions.
 * SECURITY: users without a password share the hash of a random one, which nobody knows.
 */
async function hashesOf({ passwords }: SellerCall, users: readonly Parsed<ImportedUser>[]) {
  const hashes = new Map<ImportedUser, string>();
  let unknown = '';
  for (const user of users) {
    if (!('row' in user) || user.row.passwordHash !== undefined) continue;
    const { password } = user.row;
    if (password !== undefined) hashes.set(user.row, await passwords.hash(password));
    else unknown ||= await passwords.hash(randomBytes(32).toString('base64url'));
  }
  return (row: ImportedUser) => hashes.get(row) ?? unknown;
}
