// Reads the application, session and user of a client API request in one statement. It reads few
// columns, because every request runs it.
import type {
  ExtraRead,
  ContextQuery,
  CallEntitlements,
  StoredRequest,
  CallSession,
  CallUser,
  SessionContext,
} from '../../api/call.ts';
import { cachedApplication } from '../../database/application-cache.ts';
import { typedName, isNamed, type TypedName } from '../../database/names.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { statement } from '../../database/statement.ts';
import { ownedOf, type OwnedRow } from './owned-rows.ts';
import { deviceCountQuery, firstDeviceQuery } from '../devices/devices.ts';

/** Returns undefined if the application does not exist. */
export async function readContext(
  db: Database,
  query: ContextQuery,
  now: number,
): Promise<SessionContext | undefined> {
  const { name, ownerid, sessionid, extraRead } = query;
  if (sessionid === null) {
    const [current] = await readRevision(db, { name, ownerid });
    const application = current && (await cachedApplication(db, current));
    return application && { application, ...noSession };
  }
  const session = { name, ownerid, idHash: hashToken(sessionid), now };
  const rows: readonly Row[] = await readRows(db, session, extraRead);
  const [row] = rows;
  const application = row && (await cachedApplication(db, row));
  if (row === undefined || application === undefined) return undefined;
  const entitlements = extraRead?.kind === 'entitlements' ? ownedOf(rows) : null;
  return contextOf(application, row, session.idHash, entitlements);
}

const noSession = {
  sessionIdHash: null,
  session: null,
  user: null,
  activeUntil: null,
  variable: null,
  entitlements: null,
  earlierRequest: null,
};

async function readRows(db: Database, session: SessionKey, also: ExtraRead | null) {
  switch (also?.kind) {
    case 'variable':
      return readVariable(db, { ...session, ...typedName(also.varid) });
    case 'entitlements':
      return readOwned(db, session);
    case 'request':
      return readRepeat(db, { ...session, request: also.request });
    case undefined:
      return readSession(db, session);
  }
}

type Row = NonNullable<Awaited<ReturnType<SessionQuery['executeTakeFirst']>>> & {
  readonly activeUntil?: number | null;
  readonly variableValue?: string | null;
  readonly variableAuthed?: 0 | 1 | null;
} & OwnedRow & { readonly [Name in keyof StoredRequest]?: StoredRequest[Name] | null };

function contextOf(
  application: ApplicationRow,
  row: Row,
  idHash: string,
  entitlements: CallEntitlements | null,
): SessionContext {
  const { variableValue: value, variableAuthed: authed } = row;
  return {
    application,
    sessionIdHash: idHash,
    session: sessionOf(row, idHash),
    user: userOf(row),
    // The subscription with the latest end is first.
    activeUntil:
      (entitlements === null ? row.activeUntil : entitlements.subscriptions[0]?.expiresAt) ?? null,
    entitlements,
    variable: typeof value === 'string' && typeof authed === 'number' ? { value, authed } : null,
    earlierRequest: repeatedRequestOf(row),
  };
}

function repeatedRequestOf({ content, outcome = null, claimedUntil }: Row): StoredRequest | null {
  if (typeof content !== 'string' || typeof claimedUntil !== 'number') return null;
  return { content, outcome, claimedUntil };
}

function sessionOf(row: Row, idHash: string): CallSession | null {
  if (row.sessionExpiresAt === null) return null;
  return { idHash, userId: row.sessionUserId, version: row.sessionVersion };
}

function userOf(row: Row): CallUser | null {
  const { sessionUserId: id, username } = row;
  if (id === null || username === null) return null;
  return {
    id,
    username,
    bannedReason: row.bannedReason,
    totpSecret: row.totpSecret,
    totpPendingSecret: row.totpPendingSecret,
    totpPendingAt: row.totpPendingAt,
    createdAt: row.userCreatedAt ?? 0,
    lastLoginAt: row.lastLoginAt,
  };
}

const readRevision = statement((db, key: ApplicationKey) => applicationQuery(db, key));
const readSession = statement((db, key: SessionKey) => withActiveUntil(withSession(db, key)));
const readVariable = statement((db, key: SessionKey & TypedName) =>
  withVariable(withActiveUntil(withSession(db, key)), key),
);
const readOwned = statement((db, key: SessionKey) => withOwned(db, withSession(db, key)));
const readRepeat = statement((db, key: SessionKey & { readonly request: string }) =>
  withRepeat(withActiveUntil(withSession(db, key)), key),
);

type ApplicationKey = { readonly name: string; readonly ownerid: string };
type SessionKey = ApplicationKey & { readonly idHash: string; readonly now: number };

function applicationQuery(db: Database, { name, ownerid }: ApplicationKey) {
  return db
    .selectFrom('applications')
    .where('applications.name', '=', name)
    .where('applications.ownerid', '=', ownerid)
    .select(['applications.id', 'applications.revision']);
}

/** SECURITY: finds only a running session of this application, by the hash of its id. */
function withSession(db: Database, key: SessionKey) {
  const { idHash, now } = key;
  return applicationQuery(db, key)
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.applicationId', '=', 'applications.id')
        .on('sessions.idHash', '=', idHash)
        .on('sessions.expiresAt', '>', now),
    )
    .leftJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.userId as sessionUserId',
      'sessions.expiresAt as sessionExpiresAt',
      'sessions.version as sessionVersion',
      'users.username',
      'users.bannedReason',
      'users.totpSecret',
      'users.totpPendingSecret',
      'users.totpPendingAt',
      'users.createdAt as userCreatedAt',
      'users.lastLoginAt',
    ]);
}

type SessionQuery = ReturnType<typeof withSession>;
type ActiveUntilQuery = ReturnType<typeof withActiveUntil>;

function withActiveUntil(query: SessionQuery) {
  return query.select((eb) =>
    eb
      .selectFrom('subscriptions')
      .select((inner) => inner.fn.max('subscriptions.expiresAt').as('until'))
      .whereRef('subscriptions.userId', '=', 'sessions.userId')
      .as('activeUntil'),
  );
}

function withVariable(query: ActiveUntilQuery, { exact, folded }: TypedName) {
  return query
    .leftJoin('variables', (join) =>
      join
        .onRef('variables.applicationId', '=', 'applications.id')
        .on(isNamed('variables', { exact, folded })),
    )
    .select(['variables.value as variableValue', 'variables.authed as variableAuthed']);
}

/** Selects a row for each subscription, or one row of nulls for a user without any. */
function withOwned(db: Database, query: SessionQuery) {
  return query
    .leftJoin('subscriptions as own', 'own.userId', 'sessions.userId')
    .leftJoin('plans', 'plans.id', 'own.planId')
    .leftJoin('devices as seat', (join) =>
      join.onRef('seat.userId', '=', 'sessions.userId').onRef('seat.hwid', '=', 'sessions.hwid'),
    )
    .select([
      'plans.name as subscription',
      'plans.level',
      'plans.computers',
      'plans.graceDays',
      'plans.features',
      'own.sinceAt',
      'own.expiresAt as endsAt',
      'own.remainingSeconds',
      'own.pausedWithApplication',
      'own.licenseKey',
      'seat.hwid as seatHwid',
      'seat.lastSeenAt as seatSeenAt',
      'sessions.lastSeenAt as sessionSeenAt',
      'users.recoveryCodes',
      'users.accountEvents',
      'users.features as ownFeatures',
    ])
    .select((eb) => [
      firstDeviceQuery(db, eb.ref('sessions.userId')).as('hwid'),
      deviceCountQuery(db, eb.ref('sessions.userId')).as('used'),
    ]);
}

/**
 * Reads a recorded request with the session: if the request ended the session, a replay sees both
 * facts or neither.
 */
function withRepeat(
  query: ActiveUntilQuery,
  { request, now }: { readonly request: string; readonly now: number },
) {
  return query
    .leftJoin('repeats', (join) =>
      join.on('repeats.request', '=', request).on('repeats.expiresAt', '>', now),
    )
    .select(['repeats.content', 'repeats.outcome', 'repeats.claimedUntil']);
}
