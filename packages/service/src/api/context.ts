// The one read that every call of the client API begins with: its application, its session, the session's user and how long
// their subscriptions last. One statement of few columns, because programs make little else than such calls.
import type { SeenOwned, SeenVariable } from '../call.ts';
import { keptApplication } from '../database/kept-applications.ts';
import { typed } from '../database/names.ts';
import type { RepeatRow } from '../database/schema-content.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { latestFirst, type OwnedSubscription } from '../features/subscriptions/subscriptions.ts';
import {
  readCurrent,
  readOwned,
  readRepeat,
  readSession,
  readVariable,
  type OfSession,
  type SessionQuery,
} from './context-queries.ts';
import { hashToken } from '../secrets/token-hash.ts';
import type { SeenSession, SeenUser } from '../features/sessions/sessions.ts';

export interface Asked {
  readonly name: string;
  readonly ownerid: string;
  /** null: the operation needs none. */
  readonly sessionid: string | null;
  /** What else the operation needs, which is read with the session. */
  readonly also: Also | null;
}

/** `request`: the mark of one that is done once. */
export type Also =
  | { readonly kind: 'variable'; readonly varid: string }
  | { readonly kind: 'owned' }
  | { readonly kind: 'request'; readonly request: string };

/** What is known of the same request, should it have come before. */
export type SeenRequest = Pick<RepeatRow, 'content' | 'outcome' | 'claimedUntil'>;

export interface Context {
  readonly application: ApplicationRow;
  readonly session: SeenSession | null;
  readonly user: SeenUser | null;
  /** When the last of the user's subscriptions ends, unix seconds; null: none runs. */
  readonly activeUntil: number | null;
  readonly variable: SeenVariable | null;
  readonly owned: SeenOwned | null;
  readonly before: SeenRequest | null;
}

/** undefined: there is no such application. */
export async function readContext(
  db: Database,
  asked: Asked,
  now: number,
): Promise<Context | undefined> {
  const { name, ownerid, sessionid, also } = asked;
  if (sessionid === null) {
    const [current] = await readCurrent(db, { name, ownerid });
    const application = current && (await keptApplication(db, current));
    return application && { application, ...nothing };
  }
  const session = { name, ownerid, idHash: hashToken(sessionid), now };
  const rows = await readRows(db, session, also);
  const [row] = rows;
  const application = row && (await keptApplication(db, row));
  if (row === undefined || application === undefined) return undefined;
  const owned = also?.kind === 'owned' ? ownedOf(rows) : null;
  return contextOf(application, row, session.idHash, owned);
}

const nothing = {
  ...{ session: null, user: null, activeUntil: null },
  ...{ variable: null, owned: null, before: null },
};

async function readRows(db: Database, session: OfSession, also: Also | null) {
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
): Context {
  const { variableValue: value, variableAuthed: authed } = row;
  return {
    application,
    session: sessionOf(row, idHash),
    user: userOf(row),
    // Of what the user has, the latest end is first.
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
