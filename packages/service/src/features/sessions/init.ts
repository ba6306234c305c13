// `init`: opens a session (docs/protocol.md#opening-a-session). If the application requires it, the
// program must send a valid token and its own hash. Reads come first, so that a refused program
// writes nothing. Other sessions stay unchanged.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { Call } from '../../api/call.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { isVersionTaken, newestVersion } from './program-versions.ts';
import { Refused, transactOrRefuse, type Within } from '../../database/transact.ts';
import { createSession } from './sessions.ts';
import { alteredProgram } from '@latchkey/protocol/all-reasons.ts';
import { tokenMark } from '../../secrets/at-rest.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';

/** Official clients expect this text, and read the numbers with `fetchStats`. */
const notCounted = 'N/A - Use fetchStats() function in latest example';

export async function init(call: Call, request: RequestOf<'init'>): Promise<Outcome<'init'>> {
  const { application } = call;
  const version = newestVersion(application);
  const { token, thash, hash, ver } = request;
  const shown = { token, thash, hash };
  const refusal =
    (await refuseBlacklisted(call.db, application, { ip: call.ip, hwid: undefined })) ??
    (await refuseToken(call, shown)) ??
    (ver !== undefined && !isVersionTaken(application, ver, call.now)
      ? refuse('update-required', { version, download: application.download })
      : null) ??
    (await refuseProgram(call, shown));
  if (refusal !== null) return refusal;
  const sessionid = await openSession(call, shown, ver);
  if (typeof sessionid !== 'string') return sessionid;
  const answer = {
    message: protocolTexts.initialized,
    sessionid,
    appinfo: {
      numUsers: notCounted,
      numOnlineUsers: notCounted,
      numKeys: notCounted,
      version,
      customerPanelLink: '',
    },
    newSession: true,
  };
  return { ok: true, answer };
}

async function openSession(
  call: Call,
  shown: Shown,
  version: string | undefined,
): Promise<string | Refusal> {
  const { application, ip, now } = call;
  if (application.tokenSystem === 0 && application.hashCheck === 0)
    return createSession(call.db, application, ip, now, version);
  return transactOrRefuse(call, async (call) => {
    const refusal = await settleProgram(call, shown);
    if (refusal !== null) throw new Refused(refusal);
    return createSession(call.db, application, ip, now, version);
  });
}

type Asked = Pick<Call, 'db' | 'application' | 'secret'>;

export interface Shown {
  readonly token: string | undefined;
  /** Hash of the token's file, in upper or lower case. */
  readonly thash: string | undefined;
  /** Hexadecimal hash of the program. */
  readonly hash: string | undefined;
}

async function refuseToken(
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

async function refuseProgram({ db, application }: Asked, { hash }: Shown): Promise<Refusal | null> {
  if (application.hashCheck === 0) return null;
  if (hash === undefined || !/^[0-9a-f]{8,64}$/i.test(hash)) return refuseAltered();
  const known = await hashesOf(db, application);
  return known.length === 0 ? null : refuseUnknown(known, hash.toLowerCase());
}

/**
 * Runs in the transaction that opens the session. The first use of a token stores the hash of its
 * file. The first program stores its own hash as the reference. A refusal must roll back.
 */
async function settleProgram(
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
  // Locks the application, so that only one of two concurrent first programs stores its hash.
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
