// `login`: makes a session signed in (contract 0.6). Everything is checked first, then written in one transaction.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { refuseBanned, type SessionCall } from '../call.ts';
import { bindFirstDevice, devicesOf, refuseDevice, refuseDeviceForm } from '../devices.ts';
import { findUser, rememberAddress, type FoundUser } from '../known-addresses.ts';
import { spendCode } from '../one-time-codes.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import type { Database } from '../schema.ts';
import { signInSession } from '../sessions.ts';
import { infoAnswer, ownedSubscriptions, refuseInactive } from '../subscriptions.ts';
import { giveBack, type Place } from '../throttles.ts';
import { transact } from '../transact.ts';
import { withBudget, type Tried } from '../wrong-secrets.ts';

type LoginRequest = RequestOf<'login'>;

export async function login(call: SessionCall, request: LoginRequest): Promise<Outcome<'login'>> {
  const { application } = call;
  const formRefusal = refuseDeviceForm(application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const found = await findUser(call, request.username);
  const account = { name: request.username, knownAddress: typeof found?.knownAt === 'number' };
  return withBudget(call, account, async (places) => {
    const right = await call.passwords.verify(found?.user.passwordHash ?? null, request.pass);
    if (found === null || !right) return { outcome: refuse('bad-credentials'), proved: false };
    return signInUser(call, request, found, places);
  });
}

async function signInUser(
  call: SessionCall,
  request: LoginRequest,
  found: FoundUser,
  places: readonly Place[],
): Promise<Tried<Outcome<'login'>>> {
  const { db, application, now, ip } = call;
  const { user } = found;
  const owned = await ownedSubscriptions(db, user.id);
  const bound = await devicesOf(db, user.id);
  const refusal =
    refuseBanned(user) ??
    refuseDevice(application, bound, request.hwid) ??
    refuseInactive(owned, now) ??
    (user.totpSecret !== null && request.code === undefined ? refuse('code-needed') : null);
  if (refusal !== null) return { outcome: refusal, proved: true };
  const late = await signIn(call, request, found, places);
  if (late !== null) return { outcome: late, proved: late.reason !== 'bad-code' };
  const info = infoAnswer(user, owned, { now, ip, hwid: bound[0] ?? null, lastLoginAt: now });
  return {
    outcome: { ok: true, answer: { message: 'Logged in!', info } },
    proved: 'given-back',
  };
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
  found: FoundUser,
  places: readonly Place[],
): Promise<Refusal | null> {
  const { id, totpSecret } = found.user;
  try {
    return await transact(call.db, async (transaction) => {
      if (totpSecret !== null && request.code !== undefined) {
        const refusal = await spendCode(transaction, { id, totpSecret }, request.code, call.now);
        // Returned, not thrown: the count of wrong codes is kept.
        if (refusal !== null) return refusal;
      }
      await writeSignIn(transaction, call, request, found);
      await giveBack(transaction, places);
      return null;
    });
  } catch (error) {
    if (error instanceof TooLate) return error.refusal;
    throw error;
  }
}

async function writeSignIn(
  transaction: Database,
  call: SessionCall,
  { hwid }: LoginRequest,
  found: FoundUser,
): Promise<void> {
  const { application, session, now, ip } = call;
  const { user } = found;
  await transaction
    .updateTable('users')
    .set({ lastLoginAt: now, lastIp: ip })
    .where('id', '=', user.id)
    .execute();
  const taken = await bindFirstDevice(transaction, application, user.id, hwid, now);
  if (taken !== null) throw new TooLate(taken);
  await rememberAddress(transaction, call, found);
  const expiresAt = now + application.sessionSeconds;
  if (!(await signInSession(transaction, session, user.id, expiresAt, now)))
    throw new TooLate(refuse('session-gone'));
}
