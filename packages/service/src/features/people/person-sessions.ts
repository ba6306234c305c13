// Sessions of people who work for a seller: 30 minutes idle, at most 12 hours.
import { randomBytes } from 'node:crypto';
import { confirmedSeconds } from '@latchkey/protocol/desk-api.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { networkOf } from '../../addresses.ts';
import { clockToleranceSeconds } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { PersonRow, PersonSessionRow } from '../../database/schema-people.ts';
import { unlessDiskFull, type WarningLog } from '../../database/storage-faults.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import type { PeopleParts } from './people.ts';

const idleSeconds = 30 * 60;
const absoluteSeconds = 12 * 3600;
/** A use within this time after the last written one is not written. */
const writeEverySeconds = 60;
/** How long an address of a session counts as known, and how long the rows are stored. */
export const knownSeconds = 30 * 86_400;
const maxAgent = 200;

export interface Origin {
  readonly ip: string;
  /** What the browser calls itself. */
  readonly agent: string;
}

/**
 * Returns the id of a new session, for a person who has just entered the password.
 * SECURITY: the database stores its hash.
 */
export async function createPersonSession(
  db: Database,
  personId: string,
  { ip, agent }: Origin,
  now: number,
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await db
    .insertInto('personSessions')
    .values({
      idHash: hashToken(id),
      personId,
      ip: networkOf(ip),
      agent: agent.slice(0, maxAgent),
      createdAt: now,
      lastSeenAt: now,
      endedAt: null,
      confirmedAt: now,
    })
    .execute();
  return id;
}

/** The person of a running session. */
export type ResumedPerson = PersonRow & Pick<PersonSessionRow, 'confirmedAt'>;

/** Returns the person of a running session, and extends it. Undefined if it does not run. */
export async function resumePersonSession(
  { db, nowMs, log }: Pick<PeopleParts, 'db' | 'nowMs'> & { readonly log: WarningLog },
  sessionId: string,
): Promise<ResumedPerson | undefined> {
  const now = toUnixSeconds(nowMs());
  const idHash = hashToken(sessionId);
  const row = await runningSessions(db, now)
    .innerJoin('people', 'people.id', 'personSessions.personId')
    .selectAll('people')
    .select(['personSessions.lastSeenAt', 'personSessions.confirmedAt'])
    .where('personSessions.idHash', '=', idHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { lastSeenAt, ...person } = row;
  if (Math.abs(now - lastSeenAt) >= writeEverySeconds)
    await unlessDiskFull(log, 'The last use of a session', () =>
      db
        .updateTable('personSessions')
        .set({ lastSeenAt: now })
        .where('idHash', '=', idHash)
        .where('endedAt', 'is', null)
        .execute(),
    );
  return person;
}

/** Records that the person has just entered the password in this session. */
export async function confirmPersonSession(
  { db, nowMs }: Pick<PeopleParts, 'db' | 'nowMs'>,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('personSessions')
    .set({ confirmedAt: toUnixSeconds(nowMs()) })
    .where('idHash', '=', hashToken(sessionId))
    .where('endedAt', 'is', null)
    .execute();
}

/** Whether the person entered the password in the last five minutes. */
export function isConfirmed({ confirmedAt }: Pick<ResumedPerson, 'confirmedAt'>, now: number) {
  const age = now - (confirmedAt ?? 0);
  return age < confirmedSeconds && age >= -clockToleranceSeconds;
}

export interface ListedSession extends Pick<
  PersonSessionRow,
  'ip' | 'agent' | 'createdAt' | 'lastSeenAt'
> {
  /** For `endPersonSession`. It is not the session id. */
  readonly handle: string;
  readonly isCurrent: boolean;
}

/** Lists the running sessions of the person, newest first. */
export async function listPersonSessions(
  { db, nowMs }: Pick<PeopleParts, 'db' | 'nowMs'>,
  personId: string,
  currentSessionId: string,
): Promise<readonly ListedSession[]> {
  const rows = await runningSessions(db, toUnixSeconds(nowMs()))
    .select(['idHash', 'ip', 'agent', 'createdAt', 'lastSeenAt'])
    .where('personId', '=', personId)
    .orderBy('createdAt', 'desc')
    .orderBy('idHash')
    .execute();
  const current = hashToken(currentSessionId);
  return rows.map(({ idHash, ...row }) => ({
    ...row,
    handle: handleOf(idHash),
    isCurrent: idHash === current,
  }));
}

/** Ends one session of the person by its handle. Returns false if the person has no such session. */
export async function endPersonSession(
  { db, nowMs }: Pick<PeopleParts, 'db' | 'nowMs'>,
  personId: string,
  handle: string,
): Promise<boolean> {
  const now = toUnixSeconds(nowMs());
  const rows = await runningSessions(db, now)
    .select('idHash')
    .where('personId', '=', personId)
    .execute();
  const found = rows.find(({ idHash }) => handleOf(idHash) === handle);
  if (found === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('personSessions')
    .set({ endedAt: now })
    .where('idHash', '=', found.idHash)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the session of a sign-out. */
export async function signOut(
  { db, nowMs }: Pick<PeopleParts, 'db' | 'nowMs'>,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('personSessions')
    .set({ endedAt: toUnixSeconds(nowMs()) })
    .where('idHash', '=', hashToken(sessionId))
    .where('endedAt', 'is', null)
    .execute();
}

export async function endPersonSessions(
  db: Database,
  personId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('personSessions')
    .set({ endedAt: now })
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Returns whether the person signed in from this network in the last 30 days. */
export async function isKnownAddress(
  db: Database,
  personId: string,
  ip: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('personSessions')
    .select('idHash')
    .where('personId', '=', personId)
    .where('ip', '=', networkOf(ip))
    .where('createdAt', '>', now - knownSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A session that a fast clock wrote does not run longer than its lifetime. */
function runningSessions(db: Database, now: number) {
  return db
    .selectFrom('personSessions')
    .where('personSessions.endedAt', 'is', null)
    .where('personSessions.lastSeenAt', '>', now - idleSeconds)
    .where('personSessions.createdAt', '>', now - absoluteSeconds)
    .where('personSessions.createdAt', '<=', now + clockToleranceSeconds);
}

function handleOf(idHash: string): string {
  return hashToken(idHash).slice(0, 16);
}
