// What every operation of the client API is given beside its own parameters, and the rule for signed-in sessions.
import type { Passwords } from './passwords.ts';
import { refuse, type Refusal } from './outcome.ts';
import type { ApplicationRow, Database, SessionRow, UserRow } from './schema.ts';
import { endSession } from './sessions.ts';
import { ownedSubscriptions, refuseInactive, type OwnedSubscription } from './subscriptions.ts';

export interface Call {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly application: ApplicationRow;
  /** Unix seconds. */
  readonly now: number;
  readonly ip: string;
}

export interface SignedIn {
  readonly ok: true;
  readonly user: UserRow;
  readonly owned: readonly OwnedSubscription[];
}

/** The user behind a signed-in session. A ban, a pause or an expiry ends the session here and says so once. */
export async function requireSignedIn(
  call: Call,
  session: SessionRow,
): Promise<SignedIn | Refusal> {
  if (session.userId === null) return refuse('not-signed-in');
  const user = await call.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.userId)
    .executeTakeFirst();
  if (user === undefined) return refuse('session-gone');
  const owned = await ownedSubscriptions(call.db, user.id);
  const refusal = refuseBanned(user) ?? refuseInactive(owned, call.now);
  if (refusal === null) return { ok: true, user, owned };
  await endSession(call.db, session);
  return refusal;
}

export function refuseBanned(user: UserRow): Refusal | null {
  if (user.bannedReason === null) return null;
  return refuse('banned', user.bannedReason === '' ? {} : { bannedReason: user.bannedReason });
}
