// The one read that every call of the client API begins with: its application, its session, the session's user and how long
// their subscriptions last. One statement of few columns, because programs make little else than such calls.
import type { SeenVariable } from '../call.ts';
import { keptApplication } from '../database/kept-applications.ts';
import { isNamed, typed, type Typed } from '../database/names.ts';
import type { RepeatRow } from '../database/schema-content.ts';
import { statement } from '../database/statement.ts';
import type { ApplicationRow, Database, SessionRow, UserRow } from '../database/schema.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface Asked {
  readonly name: string;
  readonly ownerid: string;
  /** null: the operation needs none. */
  readonly sessionid: string | null;
  /** Only at `var`. */
  readonly varid: string | null;
  /** The mark of a request that is done once; null: of another one. */
  readonly request: string | null;
}

/** What is known of the same request, should it have come before. */
export type SeenRequest = Pick<RepeatRow, 'content' | 'outcome' | 'claimedUntil'>;

export interface Context {
  readonly application: ApplicationRow;
  readonly session: SessionRow | null;
  readonly user: UserRow | null;
  /** When the last of the user's subscriptions ends, unix seconds; null: none runs. */
  readonly activeUntil: number | null;
  readonly variable: SeenVariable | null;
  readonly before: SeenRequest | null;
}

/** undefined: there is no such application. */
export async function readContext(
  db: Database,
  asked: Asked,
  now: number,
): Promise<Context | undefined> {
  const { name, ownerid, sessionid, varid, request } = asked;
  if (sessionid === null) {
    const [current] = await readCurrent(db, { name, ownerid });
    const application = current && (await keptApplication(db, current));
    return application && { application, ...nothing };
  }
  const session = { name, ownerid, idHash: hashToken(sessionid), now };
  const [row] = await (varid !== null
    ? readVariable(db, { ...session, ...typed(varid) })
    : request !== null
      ? readRepeat(db, { ...session, request })
      : readSession(db, session));
  const application = row && (await keptApplication(db, row));
  return application && contextOf(application, row);
}

const nothing = { session: null, user: null, activeUntil: null, variable: null, before: null };

const readCurrent = statement((db, asked: Owner) => ofApplication(db, asked));
const readSession = statement((db, asked: OfSession) => withSession(db, asked));
const readVariable = statement((db, asked: OfSession & Typed) =>
  withVariable(withSession(db, asked), asked),
);
const readRepeat = statement((db, asked: OfSession & { readonly request: string }) =>
  withRepeat(withSession(db, asked), asked),
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

/** SECURITY: a session is found by its hash, among those of this very application that live. */
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
      'sessions.idHash as sessionIdHash',
      'sessions.userId as sessionUserId',
      'sessions.expiresAt as sessionExpiresAt',
      'sessions.ip as sessionIp',
      'sessions.createdAt as sessionCreatedAt',
      'sessions.version as sessionVersion',
      'users.username',
      'users.passwordHash',
      'users.emailHash',
      'users.skeleton',
      'users.bannedReason',
      'users.totpSecret',
      'users.totpStep',
      'users.totpPendingSecret',
      'users.totpPendingAt',
      'users.cooldownAt',
      'users.createdAt as userCreatedAt',
      'users.lastLoginAt',
      'users.lastIp',
    ])
    .select((eb) =>
      eb
        .selectFrom('subscriptions')
        .select((inner) => inner.fn.max('subscriptions.expiresAt').as('until'))
        .whereRef('subscriptions.userId', '=', 'sessions.userId')
        .as('activeUntil'),
    );
}

type SessionQuery = ReturnType<typeof withSession>;

function withVariable(query: SessionQuery, { exact, folded }: Typed) {
  return query
    .leftJoin('variables', (join) =>
      join
        .onRef('variables.applicationId', '=', 'applications.id')
        .on(isNamed('variables', { exact, folded })),
    )
    .select(['variables.value as variableValue', 'variables.authed as variableAuthed']);
}

/** In one statement with the session: a request that ended it is seen with it, or neither is. */
function withRepeat(
  query: SessionQuery,
  { request, now }: { readonly request: string; readonly now: number },
) {
  return query
    .leftJoin('repeats', (join) =>
      join.on('repeats.request', '=', request).on('repeats.expiresAt', '>', now),
    )
    .select(['repeats.content', 'repeats.outcome', 'repeats.claimedUntil']);
}

type Row = NonNullable<Awaited<ReturnType<SessionQuery['executeTakeFirst']>>> & {
  readonly variableValue?: string | null;
  readonly variableAuthed?: 0 | 1 | null;
} & { readonly [Name in keyof SeenRequest]?: SeenRequest[Name] | null };

function contextOf(application: ApplicationRow, row: Row): Context {
  const { variableValue: value, variableAuthed: authed } = row;
  return {
    application,
    session: sessionOf(row),
    user: userOf(row),
    activeUntil: row.activeUntil,
    variable: typeof value === 'string' && typeof authed === 'number' ? { value, authed } : null,
    before: seenOf(row),
  };
}

function seenOf({ content, outcome = null, claimedUntil }: Row): SeenRequest | null {
  if (typeof content !== 'string' || typeof claimedUntil !== 'number') return null;
  return { content, outcome, claimedUntil };
}

function sessionOf(row: Row): SessionRow | null {
  const { sessionIdHash, sessionExpiresAt } = row;
  if (sessionIdHash === null || sessionExpiresAt === null) return null;
  return {
    idHash: sessionIdHash,
    applicationId: row.id,
    userId: row.sessionUserId,
    expiresAt: sessionExpiresAt,
    ip: row.sessionIp ?? '',
    createdAt: row.sessionCreatedAt ?? 0,
    version: row.sessionVersion,
  };
}

function userOf(row: Row): UserRow | null {
  const { sessionUserId: id, username, passwordHash, totpStep, userCreatedAt, cooldownAt } = row;
  if (id === null || username === null || passwordHash === null) return null;
  return {
    id,
    applicationId: row.id,
    username,
    skeleton: row.skeleton ?? '',
    passwordHash,
    emailHash: row.emailHash,
    bannedReason: row.bannedReason,
    totpSecret: row.totpSecret,
    totpStep: totpStep ?? 0,
    totpPendingSecret: row.totpPendingSecret,
    totpPendingAt: row.totpPendingAt,
    cooldownAt: cooldownAt ?? 0,
    createdAt: userCreatedAt ?? 0,
    lastLoginAt: row.lastLoginAt,
    lastIp: row.lastIp,
  };
}
