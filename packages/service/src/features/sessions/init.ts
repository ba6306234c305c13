// `init`: opens a session (docs/protocol.md#opening-a-session). If the application requires it, the
// program must send a valid token and its own hash. Reads come first, so that a refused program
// writes nothing. Other sessions stay unchanged.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { Call } from '../../api/call.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { isVersionAccepted, newestVersion } from './program-versions.ts';
import { Refused, transactOrRefuse, type InTransaction } from '../../database/transact.ts';
import { createSession } from './sessions.ts';
import { programAlteredText } from '@latchkey/protocol/all-reasons.ts';
import { tokenLookupKey } from '../../secrets/at-rest.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';

/** Official clients expect this text, and read the numbers with `fetchStats`. */
const countPlaceholder = 'N/A - Use fetchStats() function in latest example';

export async function init(call: Call, request: RequestOf<'init'>): Promise<Outcome<'init'>> {
  const { application } = call;
  const version = newestVersion(application);
  const { token, thash, hash, ver } = request;
  const proof = { token, thash, hash };
  const refusal =
    (await refuseBlacklisted(call.db, application, { ip: call.ip, hwid: undefined })) ??
    (await refuseToken(call, proof)) ??
    (ver !== undefined && !isVersionAccepted(application, ver, call.now)
      ? refuse('update-required', { version, download: application.download })
      : null) ??
    (await refuseProgram(call, proof));
  if (refusal !== null) return refusal;
  const sessionid = await openSession(call, proof, ver);
  if (typeof sessionid !== 'string') return sessionid;
  const answer = {
    message: protocolTexts.initialized,
    sessionid,
    appinfo: {
      numUsers: countPlaceholder,
      numOnlineUsers: countPlaceholder,
      numKeys: countPlaceholder,
      version,
      customerPanelLink: '',
    },
    newSession: true,
    ...(application.trialDays > 0 && { trialdays: application.trialDays }),
  };
  return { ok: true, answer };
}

async function openSession(
  call: Call,
  proof: ProgramProof,
  version: string | undefined,
): Promise<string | Refusal> {
  const { application, ip, now } = call;
  if (application.tokenSystem === 0 && application.hashCheck === 0)
    return createSession(call.db, application, ip, now, version);
  return transactOrRefuse(call, async (call) => {
    const refusal = await recordProgram(call, proof);
    if (refusal !== null) throw new Refused(refusal);
    return createSession(call.db, application, ip, now, version);
  });
}

type InitContext = Pick<Call, 'db' | 'application' | 'secret'>;

export interface ProgramProof {
  readonly token: string | undefined;
  /** Hash of the token's file, in upper or lower case. */
  readonly thash: string | undefined;
  /** Hexadecimal hash of the program. */
  readonly hash: string | undefined;
}

async function refuseToken(
  { db, application, secret }: InitContext,
  { token, thash }: ProgramProof,
): Promise<Refusal | null> {
  if (application.tokenSystem === 0) return null;
  if (token === undefined || token === '') return refuse('token-missing');
  if (thash === undefined || thash === '') return refuse('token-hash-missing');
  const row = await db
    .selectFrom('tokens')
    .select(['bannedReason', 'hash'])
    .where('applicationId', '=', application.id)
    .where('token', '=', tokenLookupKey(secret, application.id, token))
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

async function refuseProgram(
  { db, application }: InitContext,
  { hash }: ProgramProof,
): Promise<Refusal | null> {
  if (application.hashCheck === 0) return null;
  if (hash === undefined || !/^[0-9a-f]{8,64}$/i.test(hash)) return refuseAltered();
  const knownHashes = await programHashesOf(db, application);
  return knownHashes.length === 0 ? null : refuseUnknown(knownHashes, hash.toLowerCase());
}

/**
 * Runs in the transaction that opens the session. The first use of a token stores the hash of its
 * file. The first program stores its own hash as the reference. A refusal must roll back.
 */
async function recordProgram(
  { db: transaction, application, secret }: InTransaction<InitContext>,
  { token, thash, hash }: ProgramProof,
): Promise<Refusal | null> {
  if (application.tokenSystem === 1 && token !== undefined && thash !== undefined) {
    const refusal = await bindTokenHash(
      transaction,
      application,
      tokenLookupKey(secret, application.id, token),
      thash.toLowerCase(),
    );
    if (refusal !== null) return refusal;
  }
  if (application.hashCheck === 0 || hash === undefined) return null;
  const knownHashes = await programHashesOf(transaction, application);
  return knownHashes.length === 0
    ? storeReferenceHash(transaction, application, hash.toLowerCase())
    : refuseUnknown(knownHashes, hash.toLowerCase());
}

function refuseUnknown(knownHashes: readonly string[], hash: string): Refusal | null {
  return knownHashes.includes(hash) ? null : refuseAltered();
}

function refuseAltered(): Refusal {
  return { ...refuse('program-altered'), message: programAlteredText };
}

async function bindTokenHash(
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

async function storeReferenceHash(
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
  const knownHashes = await programHashesOf(transaction, application);
  if (knownHashes.length > 0) return refuseUnknown(knownHashes, hash);
  await transaction
    .insertInto('programHashes')
    .values({ applicationId: application.id, hash })
    .execute();
  return null;
}

async function programHashesOf(db: Database, { id }: ApplicationRow): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('programHashes')
    .select('hash')
    .where('applicationId', '=', id)
    .execute();
  return rows.map(({ hash }) => hash);
}
