// The statements that calls of the client API begin with: the application's revision, the session with its user and, where the
// operation needs it, a variable, what the user has, or what is known of the same request. What they give is read in context.ts.
import { isNamed, type Typed } from '../database/names.ts';
import type { Database } from '../database/schema.ts';
import { statement } from '../database/statement.ts';
import { firstDeviceOf } from '../features/devices/devices.ts';

export const readCurrent = statement((db, asked: Owner) => ofApplication(db, asked));
export const readSession = statement((db, asked: OfSession) => withUntil(withSession(db, asked)));
export const readVariable = statement((db, asked: OfSession & Typed) =>
  withVariable(withUntil(withSession(db, asked)), asked),
);
export const readOwned = statement((db, asked: OfSession) => withOwned(db, withSession(db, asked)));
export const readRepeat = statement((db, asked: OfSession & { readonly request: string }) =>
  withRepeat(withUntil(withSession(db, asked)), asked),
);

type Owner = { readonly name: string; readonly ownerid: string };
export type OfSession = Owner & { readonly idHash: string; readonly now: number };

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

export type SessionQuery = ReturnType<typeof withSession>;
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

/** A row for each subscription, which together tell until when; for a user without any, one row of nothing. */
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

/** In one statement with the session: a request that ended it is seen with it, or neither is. */
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
