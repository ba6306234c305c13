// `login`: makes a session signed in (contract 0.6). Everything is checked first, then written in one transaction.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { refuseBanned, type SessionCall } from '../call.ts';
import { bindFirstDevice, devicesOf, refuseDevice, refuseDeviceForm } from '../devices.ts';
import { spendCode } from '../one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import type { Database, UserRow } from '../schema.ts';
import { signInSession } from '../sessions.ts';
import { infoAnswer, ownedSubscriptions, refuseInactive } from '../subscriptions.ts';
import { transact } from '../transact.ts';

type LoginRequest = RequestOf<'login'>;

export async function login(call: SessionCall, request: LoginRequest): Promise<Outcome<'login'>> {
  const { db, application, now, ip } = call;
  const formRefusal = refuseDeviceForm(application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const user = await rightUser(call, request);
  if (user === null) return refuse('bad-credentials');
  const owned = await ownedSubscriptions(db, user.id);
  const bound = await devicesOf(db, user.id);
  const refusal =
    refuseBanned(user) ??
    refuseDevice(application, bound, request.hwid) ??
    refuseInactive(owned, now) ??
    (user.totpSecret !== null && request.code === undefined ? refuse('code-needed') : null) ??
    (await signIn(call, request, user));
  if (refusal !== null) return refusal;
  const info = infoAnswer(user, owned, { now, ip, hwid: bound[0] ?? null, lastLoginAt: now });
  return {
    ok: true,
    answer: { message: 'Logged in!', info },
  };
}

async function rightUser(call: SessionCall, request: LoginRequest): Promise<UserRow | null> {
  const user = await call.db
    .selectFrom('users')
    .selectAll()
    .where('applicationId', '=', call.application.id)
    .where('username', '=', request.username)
    .executeTakeFirst();
  const right = await call.passwords.verify(user?.passwordHash ?? null, request.pass);
  return user !== undefined && right ? user : null;
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
  call: SessionCall,
  request: LoginRequest,
  user: UserRow,
): Promise<Refusal | null> {
  const { id, totpSecret } = user;
  try {
    return await transact(call.db, async (transaction) => {
      if (totpSecret !== null && request.code !== undefined) {
        const refusal = await spendCode(transaction, { id, totpSecret }, request.code, call.now);
        // Returned, not thrown: the count of wrong codes is kept.
        if (refusal !== null) return refusal;
      }
      await writeSignIn(transaction, call, request, user);
      return null;
    });
  } catch (error) {
    if (error instanceof TooLate) return error.refusal;
    throw error;
  }
}

async function writeSignIn(
  transaction: Database,
  { application, session, now, ip }: SessionCall,
  { hwid }: LoginRequest,
  user: UserRow,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ lastLoginAt: now, lastIp: ip })
    .where('id', '=', user.id)
    .execute();
  const taken = await bindFirstDevice(transaction, application, user.id, hwid, now);
  if (taken !== null) throw new TooLate(taken);
  const expiresAt = now + application.sessionSeconds;
  if (!(await signInSession(transaction, session, user.id, expiresAt, now)))
    throw new TooLate(refuse('session-gone'));
}
