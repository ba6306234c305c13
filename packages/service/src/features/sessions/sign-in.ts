// Signs users in (docs/protocol.md#sign-in-checks): verifies the password, checks everything else,
// and writes in one transaction. A bcrypt hash is replaced first, so that a refused sign-in does
// not repeat the bcrypt work.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { isBcrypt } from '../../secrets/bcrypt.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { SessionCall } from '../../api/call.ts';
import { type Within, Refused, transactOrRefuse } from '../../database/transact.ts';
import { refuseBanned } from '../users/bans.ts';
import {
  bindFirstDevice,
  bindingTimeOf,
  boundDevices,
  refuseDevice,
  type BoundDevice,
  refuseDeviceForm,
} from '../devices/devices.ts';
import { emitEvent, emitFailure } from '../../outbound/events.ts';
import {
  rememberAddress,
  type FoundUser,
  findUser,
  findUserByEmail,
  isKnown,
} from './known-addresses.ts';
import { spendCode } from '../two-factor/one-time-codes.ts';
import { refuse, type Outcome, type Refusal, type Success } from '../../outcome.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { keyMarkOf } from '../../secrets/license-names.ts';
import { signInSession } from './sessions.ts';
import {
  infoAnswer,
  ownedSubscriptions,
  refuseInactive,
  type InfoContext,
} from '../subscriptions/subscriptions.ts';
import { returnSlots, type Slot } from '../../secrets/throttles.ts';
import { type CheckResult, withBudget } from '../../secrets/wrong-secrets.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { emailHash } from '../users/emails.ts';

/** The parts of a call that a sign-in or a registration uses. */
export type SignInCall = Pick<
  SessionCall,
  | 'db'
  | 'application'
  | 'session'
  | 'now'
  | 'ip'
  | 'idempotency'
  | 'passwords'
  | 'secret'
  | 'mailKey'
  | 'knownKeys'
  | 'deliveries'
>;

export interface Credentials {
  readonly password: string;
  readonly hwid?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Refusals that count as an attempt although the password was correct, because a retry cannot
 * succeed (docs/protocol.md#rate-limits).
 */
const countedReasons: ReadonlySet<AnyReason> = new Set([
  'banned',
  'subscription-paused',
  'no-subscription',
]);

/** Thrown to roll the transaction back. Callers recognise it by identity. */
const userChanged = refuse('bad-credentials');

/**
 * Signs in a user whose password was verified. Returns null if the password, two-factor sign-in or
 * a ban was changed meanwhile, so that the caller starts again.
 */
export async function signInUser(
  call: SignInCall,
  credentials: Credentials,
  found: FoundUser,
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'login'>> | null> {
  const { db, application, now, ip } = call;
  const user = await replaceBcryptHash(call, credentials, found.user);
  if (user === null) return null;
  const owned = await ownedSubscriptions(db, user.id);
  const bound = await boundDevices(db, user.id);
  const refusal =
    refuseBanned(user) ??
    (await refuseBlacklisted(db, application, { ip, hwid: credentials.hwid })) ??
    refuseDevice(application, bound, credentials.hwid) ??
    refuseInactive(owned, now) ??
    (user.totpSecret !== null && credentials.code === undefined ? refuse('code-needed') : null);
  if (refusal !== null)
    return { outcome: refusal, proved: countedReasons.has(refusal.reason) ? 'refused' : true };
  const signInResult = await writeSignIn(call, credentials, { ...found, user }, slots, bound);
  if (signInResult === userChanged) return null;
  if ('ok' in signInResult)
    return { outcome: signInResult, proved: signInResult.reason !== 'bad-code' };
  const info = infoAnswer(user, owned, { now, ip, ...signInResult, lastLoginAt: now });
  return {
    outcome: { ok: true, answer: { message: 'Logged in!', info } },
    proved: 'given-back',
  };
}

/** Replaces a bcrypt hash with argon2id. Returns null if the hash was changed meanwhile. */
async function replaceBcryptHash(
  { db, passwords }: Pick<SignInCall, 'db' | 'passwords'>,
  { password }: Credentials,
  user: UserRow,
): Promise<UserRow | null> {
  if (!isBcrypt(user.passwordHash)) return user;
  const passwordHash = await passwords.hash(password);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { ...user, passwordHash } : null;
}

type Device = Pick<InfoContext, 'hwid'> & { readonly boundAt: number | null };

/** `bound` lists the devices that were bound before this sign-in. */
async function writeSignIn(
  call: SignInCall,
  credentials: Credentials,
  found: FoundUser,
  slots: readonly Slot[],
  bound: readonly BoundDevice[],
): Promise<Device | Refusal> {
  const { id, totpSecret } = found.user;
  return transactOrRefuse(call, async (call) => {
    if (totpSecret !== null && credentials.code !== undefined) {
      const refusal = await spendCode(call.db, { id, totpSecret }, credentials.code, call);
      // Returned, not thrown: the count of wrong codes must be committed.
      if (refusal !== null) return refusal;
    }
    if (!(await writeUser(call, credentials, found))) throw new Refused(userChanged);
    const newBoundAt = await signSessionIn(call, credentials, found);
    const boundAt = newBoundAt ?? bindingTimeOf(bound, credentials.hwid);
    const device = { hwid: bound[0]?.hwid ?? null, boundAt };
    await returnSlots(call.db, slots);
    const { username } = found.user;
    await emitEvent(call.db, call, 'login', { username, ip: call.ip });
    await call.idempotency.complete(call.db, { ok: true, signedIn: id, ...device });
    return device;
  });
}

/** SECURITY: writes only to an unchanged user, so that a new password locks out the old one. */
async function writeUser(
  { db, application, now, ip }: Within<SignInCall>,
  { password }: Credentials,
  { user }: FoundUser,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ lastLoginAt: now, lastIp: ip, passwordIsKey: keyMarkOf(application.id, password) })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('totpSecret', user.totpSecret === null ? 'is' : '=', user.totpSecret)
    .where('bannedReason', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function signSessionIn(
  call: Within<SignInCall>,
  { hwid }: Credentials,
  found: FoundUser,
): Promise<number | null> {
  const { db, application, session, now } = call;
  const { id } = found.user;
  const boundAt = await bindFirstDevice(db, application, id, hwid, now);
  if (typeof boundAt === 'object' && boundAt !== null) throw new Refused(boundAt);
  await rememberAddress(call, found);
  const expiresAt = now + application.sessionSeconds;
  if (!(await signInSession(db, session, id, expiresAt, now)))
    throw new Refused(refuse('session-gone'));
  return boundAt;
}

type SignInRequest = Omit<RequestOf<'login'>, 'username'>;

export async function login(
  call: SessionCall,
  request: RequestOf<'login'>,
): Promise<Outcome<'login'>> {
  const { username } = request;
  return signIn(call, request, () => findUser(call, username), username);
}

/** SECURITY: attempts use the budget of the user's name; email addresses would be a second one. */
export async function loginByEmail(
  call: SessionCall,
  request: RequestOf<'loginEmail'>,
): Promise<Outcome<'login'>> {
  const hash = emailHash(call.mailKey, request.email) ?? '';
  return signIn(call, request, () => findUserByEmail(call, hash), hash);
}

/** If the user does not exist, attempts use the budget of `fallbackName`. */
async function signIn(
  call: SessionCall,
  request: SignInRequest,
  find: () => Promise<FoundUser | null>,
  fallbackName: string,
): Promise<Outcome<'login'>> {
  const formRefusal = refuseDeviceForm(call.application, request.hwid);
  if (formRefusal !== null) return formRefusal;
  const found = await find();
  const account = { name: found?.user.username ?? fallbackName, isKnown: isKnown(call, found) };
  const outcome = await withBudget<Success<'login'>>(
    call,
    account,
    async (slots) =>
      (await tryPassword(call, request, found, slots)) ??
      (await tryPassword(call, request, await find(), slots)) ?? {
        outcome: refuse('bad-credentials'),
        proved: true,
      },
    call.passwords.imitateVerify,
  );
  await emitFailure(call, 'login-failed', outcome, { username: found?.user.username });
  return outcome;
}

/** Returns null if the user was changed meanwhile. */
async function tryPassword(
  call: SessionCall,
  { pass: password, hwid, code }: SignInRequest,
  found: FoundUser | null,
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'login'>> | null> {
  const legacy = call.application.legacyHashes === 1;
  const storedHash = found?.user.passwordHash ?? null;
  const isPasswordCorrect = await call.passwords.verify(storedHash, password, legacy);
  if (found === null || !isPasswordCorrect)
    return { outcome: refuse('bad-credentials'), proved: false };
  return signInUser(call, { password, hwid, code }, found, slots);
}
