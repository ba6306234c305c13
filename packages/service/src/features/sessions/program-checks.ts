// What a program must show at `init` where the application asks for it: its token (contract 1.2) and its own hash. Reads
// first, so that a refused program writes nothing; what the first one leaves behind is written by `settle`.
import { alteredProgram } from '@latchkey/protocol/all-reasons.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { tokenMark } from '../../secrets/at-rest.ts';
import type { Call } from '../../api/call.ts';
import type { Within } from '../../database/transact.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';

type Asked = Pick<Call, 'db' | 'application' | 'secret'>;

export interface Shown {
  readonly token: string | undefined;
  /** Of the token's file. Clients send it in either case. */
  readonly thash: string | undefined;
  /** Of the program, hex. */
  readonly hash: string | undefined;
}

export async function refuseToken(
  { db, application, secret }: Asked,
  { token, thash }: Shown,
): Promise<Refusal | null> {
  if (application.tokenSystem === 0) return null;
  if (token === undefined || token === '') return refuse('token-missing');
  if (thash === undefined || thash === '') return refuse('token-hash-missing');
  const row = await db
    .selectFrom('tokens')
    .select(['bannedReason', 'hash'])
    .where('applicationId', '=', application.id)
    .where('token', '=', tokenMark(secret, application.id, token))
    .executeTakeFirst();
  if (row === undefined) return refuse('token-unknown');
  if (row.bannedReason !== null) return refuseBannedToken(row.bannedReason);
  const differs = row.hash !== null && row.hash !== thash.toLowerCase();
  return differs ? refuse('token-hash-differs') : null;
}

function refuseBannedToken(reason: string): Refusal {
  if (reason === '') return refuse('token-banned');
  const message = `The Token Has Been Blacklisted For The Following Reason: ${reason} Contact Application Developer If This Is A Mistake`;
  return { ...refuse('token-banned', { bannedReason: reason }), message };
}

export async function refuseProgram(
  { db, application }: Asked,
  { hash }: Shown,
): Promise<Refusal | null> {
  if (application.hashCheck === 0) return null;
  if (hash === undefined || !/^[0-9a-f]{8,64}$/i.test(hash)) return refuseAltered();
  const known = await hashesOf(db, application);
  return known.length === 0 ? null : refuseUnknown(known, hash.toLowerCase());
}

/**
 * In the transaction that opens the session: the first use of a token keeps the hash of its file, and the first program its
 * own as the reference. A refusal, when another one was first, must undo the transaction.
 */
export async function settleProgram(
  { db: transaction, application, secret }: Within<Asked>,
  { token, thash, hash }: Shown,
): Promise<Refusal | null> {
  if (application.tokenSystem === 1 && token !== undefined && thash !== undefined) {
    const refusal = await settleToken(
      transaction,
      application,
      tokenMark(secret, application.id, token),
      thash.toLowerCase(),
    );
    if (refusal !== null) return refusal;
  }
  if (application.hashCheck === 0 || hash === undefined) return null;
  const known = await hashesOf(transaction, application);
  return known.length === 0
    ? settleReference(transaction, application, hash.toLowerCase())
    : refuseUnknown(known, hash.toLowerCase());
}

function refuseUnknown(known: readonly string[], hash: string): Refusal | null {
  return known.includes(hash) ? null : refuseAltered();
}

function refuseAltered(): Refusal {
  return { ...refuse('program-altered'), message: alteredProgram };
}

async function settleToken(
  transaction: Transaction,
  application: ApplicationRow,
  token: string,
  thash: string,
): Promise<Refusal | null> {
  const row = await transaction
    .updateTable('tokens')
    .set((eb) => ({ hash: eb.fn.coalesce('hash', eb.val(thash)) }))
    .where('applicationId', '=', application.id)
    .where('token', '=', token)
    .where('bannedReason', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (row === undefined) return refuse('token-unknown');
  return row.hash === thash ? null : refuse('token-hash-differs');
}

async function settleReference(
  transaction: Transaction,
  application: ApplicationRow,
  hash: string,
): Promise<Refusal | null> {
  // Takes the application's row, so that of two first programs the second sees the first one's hash.
  await transaction
    .updateTable('applications')
    .set((eb) => ({ hashCheck: eb.ref('hashCheck') }))
    .where('id', '=', application.id)
    .execute();
  const known = await hashesOf(transaction, application);
  if (known.length > 0) return refuseUnknown(known, hash);
  await transaction
    .insertInto('programHashes')
    .values({ applicationId: application.id, hash })
    .execute();
  return null;
}

async function hashesOf(db: Database, { id }: ApplicationRow): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('programHashes')
    .select('hash')
    .where('applicationId', '=', id)
    .execute();
  return rows.map(({ hash }) => hash);
}
