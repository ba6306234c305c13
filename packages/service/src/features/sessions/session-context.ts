// Reads the application, session and user of a client API request in one statement. It reads few
// columns, because every request runs it.
import type {
  AlsoRead,
  ContextQuery,
  OwnedSubscription,
  SeenOwned,
  SeenRequest,
  SeenSession,
  SeenUser,
  SessionContext,
} from '../../api/call.ts';
import { cachedApplication } from '../../database/application-cache.ts';
import { typed, isNamed, type Typed } from '../../database/names.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { latestFirst } from '../subscriptions/subscriptions.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { statement } from '../../database/statement.ts';
import { firstDeviceOf } from '../devices/devices.ts';

/** Returns undefined if the application does not exist. */
export async function readContext(
  db: Database,
  query: ContextQuery,
  now: number,
): Promise<SessionContext | undefined> {
  const { name, ownerid, sessionid, also } = query;
  if (sessionid === null) {
    const [current] = await readCurrent(db, { name, ownerid });
    const application = current && (await cachedApplication(db, current));
    return application && { application, ...nothing };
  }
  const session = { name, ownerid, idHash: hashToken(sessionid), now };
  const rows = await readRows(db, session, also);
  const [row] = rows;
  const application = row && (await cachedApplication(db, row));
  if (row === undefined || application === undefined) return undefined;
  const owned = also?.kind === 'owned' ? ownedOf(rows) : null;
  return contextOf(application, row, session.idHash, owned);
}

const nothing = {
  ...{ session: null, user: null, activeUntil: null },
  ...{ variable: null, owned: null, before: null },
};

async function readRows(db: Database, session: OfSession, also: AlsoRead | null) {
  switch (also?.kind) {
    case 'variable':
      return readVariable(db, { ...session, ...typed(also.varid) });
    case 'owned':
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
} & OwnedRow & { readonly [Name in keyof SeenRequest]?: SeenRequest[Name] | null };

type OwnedRow = {
  readonly [Name in keyof Omit<OwnedSubscription, 'expiresAt'>]?: OwnedSubscription[Name] | null;
} & { readonly endsAt?: number | null; readonly hwid?: string | null };

function ownedOf(rows: readonly Row[]): SeenOwned {
  const subscriptions = rows.flatMap(
    ({ subscription, level, sinceAt, endsAt, remainingSeconds, licenseKey }) =>
      typeof subscription !== 'string' || typeof level !== 'string' || typeof sinceAt !== 'number'
        ? []
        : {
            ...{ subscription, level, sinceAt, expiresAt: endsAt ?? null },
            ...{ remainingSeconds: remainingSeconds ?? null, licenseKey: licenseKey ?? null },
          },
  );
  return { subscriptions: latestFirst(subscriptions), hwid: rows[0]?.hwid ?? null };
}

function contextOf(
  application: ApplicationRow,
  row: Row,
  idHash: string,
  owned: SeenOwned | null,
): SessionContext {
  const { variableValue: value, variableAuthed: authed } = row;
  return {
    application,
    session: sessionOf(row, idHash),
    user: userOf(row),
    // The latest end is first.
    activeUntil: (owned === null ? row.activeUntil : owned.subscriptions[0]?.expiresAt) ?? null,
    owned,
    variable: typeof value === 'string' && typeof authed === 'number' ? { value, authed } : null,
    before: seenOf(row),
  };
}

function seenOf({ content, outcome = null, claimedUntil }: Row): SeenRequest | null {
  if (typeof content !== 'string' || typeof claimedUntil !== 'number') return null;
  return { content, outcome, claimedUntil };
}

function sessionOf(row: Row, idHash: string): SeenSession | null {
  if (row.sessionExpiresAt === null) return null;
  return { idHash, userId: row.sessionUserId, version: row.sessionVersion };
}

function userOf(row: Row): SeenUser | null {
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

const readCurrent = statement((db, asked: Owner) => ofApplication(db, asked));
const readSession = statement((db, asked: OfSession) => withUntil(withSession(db, asked)));
const readVariable = statement((db, asked: OfSession & Typed) =>
  withVariable(withUntil(withSession(db, asked)), asked),
);
const readOwned = statement((db, asked: OfSession) => withOwned(db, withSession(db, asked)));
const readRepeat = statement((db, asked: OfSession & { readonly request: string }) =>
  withRepeat(withUntil(withSession(db, asked)), asked),
);

type Owner = { readonly name: string; readonly ownerid: string };
type OfSession = Owner & { readonly idHash: string; readonly now: number };

function ofApplication(db: Database, { name, ownerid }: Owner) {
  return db
    .selectFrom('applications')
    .where('applications.name', '=', name)
    .where('applications.ownerid', '=', ownerid)
    .select(['applications.id', 'applications.revision']);
}

/** SECURITY: finds only a running session of this application, by the hash of its id. */
function withSession(db: Database, asked: OfSession) {
  const { idHash, now } = asked;
  return ofApplication(db, asked)
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
type UntilQuery = ReturnType<typeof withUntil>;

function withUntil(query: SessionQuery) {
  return query.select((eb) =>
    eb
      .selectFrom('subscriptions')
      .select((inner) => inner.fn.max('subscriptions.expiresAt').as('until'))
      .whereRef('subscriptions.userId', '=', 'sessions.userId')
      .as('activeUntil'),
  );
}

function withVariable(query: UntilQuery, { exact, folded }: Typed) {
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
    .select([
      'plans.name as subscription',
      'plans.level',
      'own.sinceAt',
      'own.expiresAt as endsAt',
      'own.remainingSeconds',
      'own.licenseKey',
    ])
    .select((eb) => firstDeviceOf(db, eb.ref('sessions.userId')).as('hwid'));
}

/**
 * Reads a recorded request with the session, so that the request and a session end that it caused
 * are seen together.
 */
function withRepeat(
  query: UntilQuery,
  { request, now }: { readonly request: string; readonly now: number },
) {
  return query
    .leftJoin('repeats', (join) =>
      join.on('repeats.request', '=', request).on('repeats.expiresAt', '>', now),
    )
    .select(['repeats.content', 'repeats.outcome', 'repeats.claimedUntil']);
}
