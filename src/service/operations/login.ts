// `login`: makes a session signed in (contract 0.6). Everything is checked first, then written in one transaction.
import type { ClientRequest } from '../../shared/wire/client-api.ts';
import { refuseBanned, type Call } from '../call.ts';
import { spendCode } from '../one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import type { ApplicationRow, Database, SessionRow, UserRow } from '../schema.ts';
import { findSession, signInSession } from '../sessions.ts';
import { infoAnswer, ownedSubscriptions, refuseInactive } from '../subscriptions.ts';

type LoginRequest = ClientRequest<'login'>;

export async function login(call: Call, request: LoginRequest): Promise<Outcome<'login'>> {
  const { db, application, now, ip } = call;
  const session = await findSession(db, application, request.sessionid, now);
  if (session === undefined) return refuse('session-gone');
  const formRefusal = refuseDeviceForm(application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const user = await rightUser(call, request);
  if (user === null) return refuse('bad-credentials');
  const owned = await ownedSubscriptions(db, user.id);
  const refusal =
    refuseBanned(user) ??
    refuseDevice(application, user, request.hwid) ??
    refuseInactive(owned, now) ??
    (user.totpSecret !== null && request.code === undefined ? refuse('code-needed') : null) ??
    (await signIn(call, request, user, session));
  if (refusal !== null) return refusal;
  return {
    ok: true,
    answer: { message: 'Logged in!', info: infoAnswer(user, owned, { now, ip, lastLoginAt: now }) },
  };
}

async function rightUser(call: Call, request: LoginRequest): Promise<UserRow | null> {
  const user = await call.db
    .selectFrom('users')
    .selectAll()
    .where('applicationId', '=', call.application.id)
    .where('username', '=', request.username)
    .executeTakeFirst();
  const right = await call.passwords.verify(user?.passwordHash ?? null, request.pass);
  return user !== undefined && right ? user : null;
}

function refuseDeviceForm(application: ApplicationRow, hwid: string | undefined): Refusal | null {
  if (hwid === undefined) return application.forceHwid === 1 ? refuse('device-id-invalid') : null;
  return hwid.length < application.minHwid ? refuse('device-id-invalid') : null;
}

function refuseDevice(
  application: ApplicationRow,
  user: UserRow,
  hwid: string | undefined,
): Refusal | null {
  const free = application.hwidLock === 0 || user.hwid === null || user.hwid === hwid;
  return free ? null : refuse('wrong-device');
}

/** Undoes a transaction that turned out to be too late. */
class TooLate extends Error {
  override readonly name = 'TooLate';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

async function signIn(
  call: Call,
  request: LoginRequest,
  user: UserRow,
  session: SessionRow,
): Promise<Refusal | null> {
  const { id, totpSecret } = user;
  try {
    return await call.db.transaction().execute(async (transaction) => {
      if (totpSecret !== null && request.code !== undefined) {
        const refusal = await spendCode(transaction, { id, totpSecret }, request.code, call.now);
        // Returned, not thrown: the count of wrong codes is kept.
        if (refusal !== null) return refusal;
      }
      await writeSignIn(transaction, call, request, user, session);
      return null;
    });
  } catch (error) {
    if (error instanceof TooLate) return error.refusal;
    throw error;
  }
}

async function writeSignIn(
  transaction: Database,
  { application, now, ip }: Call,
  { hwid }: LoginRequest,
  user: UserRow,
  session: SessionRow,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ lastLoginAt: now, lastIp: ip })
    .where('id', '=', user.id)
    .execute();
  if (application.hwidLock === 1 && hwid !== undefined && user.hwid === null) {
    const bound = await transaction
      .updateTable('users')
      .set({ hwid })
      .where('id', '=', user.id)
      .where((eb) => eb.or([eb('hwid', 'is', null), eb('hwid', '=', hwid)]))
      .executeTakeFirst();
    // Another device's first sign-in came in between.
    if (bound.numUpdatedRows === 0n) throw new TooLate(refuse('wrong-device'));
  }
  const expiresAt = now + application.sessionSeconds;
  if (!(await signInSession(transaction, session, user.id, expiresAt, now)))
    throw new TooLate(refuse('session-gone'));
}
