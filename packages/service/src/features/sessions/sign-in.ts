// Signs users in (docs/protocol.md#sign-in-checks): verifies the password, checks everything else,
// and writes in one transaction. A bcrypt hash is replaced first, so that a refused sign-in does
// not repeat the bcrypt work.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { isBcrypt } from '../../secrets/bcrypt.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuseBanned } from '../users/bans.ts';
import { refuseDevice, refuseDeviceForm } from '../devices/devices.ts';
import { offerRemoval } from '../devices/removal-offer.ts';
import { canOfferRemoval } from '../devices/removals.ts';
import { computerFacts, readSeats } from '../devices/seats.ts';
import type { Transaction } from '../../database/schema.ts';
import { recordRefusal, type Attempt } from '../history/history.ts';
import { emitFailure } from '../../outbound/events.ts';
import {
  type FoundUser,
  type UserSearch,
  findUser,
  findUserByEmail,
  isKnown,
} from './known-addresses.ts';
import { refuse, type Outcome, type Success } from '../../outcome.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { infoAnswer, ownedSubscriptions, refuseInactive } from '../subscriptions/subscriptions.ts';
import { refuseParameter } from '../../api/parameters.ts';
import type { Slot } from '../../secrets/throttles.ts';
import { type CheckResult, withBudget } from '../../secrets/wrong-secrets.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { askForCode } from '../two-factor/recovery-codes.ts';
import { accountFacts } from '../users/account-facts.ts';
import { emailHash } from '../users/emails.ts';
import { takeProgramToken } from './program-tokens.ts';
import { userChanged, writeSignIn, type Credentials, type SignInCall } from './write-sign-in.ts';

/**
 * Refusals that count as an attempt although the password was correct, because a retry cannot
 * succeed (docs/protocol.md#rate-limits).
 */
const countedReasons: ReadonlySet<AnyReason> = new Set([
  'banned',
  'subscription-paused',
  'no-subscription',
]);

/**
 * Signs in a user whose password was verified. Returns null if the password, two-factor sign-in or
 * a ban was changed meanwhile, so that the caller starts again.
 */
export async function signInUser(
  call: SignInCall,
  credentials: Credentials,
  match: FoundUser,
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'login'>> | null> {
  const checked = await checkAndWrite(call, credentials, match, slots);
  if (checked === null || checked.outcome.ok) return checked;
  const { outcome } = checked;
  const account = { userId: match.user.id, name: match.user.username, isProved: true };
  const record = (db: Transaction) => recordRefusal({ ...call, db }, account, credentials, outcome);
  return { ...checked, record };
}

async function checkAndWrite(
  call: SignInCall,
  credentials: Credentials,
  match: FoundUser,
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'login'>> | null> {
  const { db, application, now, ip, browser } = call;
  const user = await replaceBcryptHash(call, credentials, match.user);
  if (user === null) return null;
  const owned = await ownedSubscriptions(db, user.id);
  const seats = await readSeats(call, user.id, credentials.hwid, owned);
  // A session of the page opens no program, so it needs neither a computer nor a subscription.
  const isProgram = browser === null;
  const deviceRefusal = isProgram ? refuseDevice(application, seats, credentials.hwid) : null;
  const isOffer =
    deviceRefusal?.reason === 'wrong-device' && canOfferRemoval(application, credentials);
  const refusal =
    refuseBanned(user) ??
    (await refuseBlacklisted(db, application, { ip, hwid: credentials.hwid })) ??
    (isOffer ? null : deviceRefusal) ??
    (isProgram ? refuseInactive(owned, now) : null) ??
    (user.totpSecret !== null && credentials.code === undefined && credentials.password !== null
      ? askForCode(application, user)
      : null);
  if (refusal !== null)
    return { outcome: refusal, proved: countedReasons.has(refusal.reason) ? 'refused' : true };
  if (deviceRefusal !== null) {
    const offer = await offerRemoval(call, credentials, user, seats.bound);
    return { outcome: offer, proved: offer.reason !== 'bad-code' };
  }
  const facts = { ...seats, owned };
  const written = await writeSignIn(call, credentials, { ...match, user }, slots, facts);
  if (written === userChanged) return null;
  // Other computers took the seats meanwhile, and nothing was written: the next try offers.
  if (
    'ok' in written &&
    written.reason === 'wrong-device' &&
    canOfferRemoval(application, credentials)
  )
    return null;
  if ('ok' in written) return { outcome: written, proved: written.reason !== 'bad-code' };
  const { hwid, boundAt, used, account, pass } = written;
  const info = {
    ...infoAnswer(user, owned, { now, ip, hwid, boundAt, lastLoginAt: now }),
    ...(await computerFacts(call, user.id, used, owned)),
    ...accountFacts(call, account),
    ...featureFacts(owned, account.features, now),
  };
  const answer = { message: 'Logged in!', info, ...pass };
  return { outcome: { ok: true, answer }, proved: 'given-back' };
}

/** Replaces a bcrypt hash with argon2id. Returns null if the hash was changed meanwhile. */
async function replaceBcryptHash(
  { db, passwords }: Pick<SignInCall, 'db' | 'passwords'>,
  { password }: Credentials,
  user: UserRow,
): Promise<UserRow | null> {
  if (password === null || !isBcrypt(user.passwordHash)) return user;
  const passwordHash = await passwords.hash(password);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { ...user, passwordHash } : null;
}

/** `token` is given only where it replaces `pass`. */
type SignInRequest = Omit<RequestOf<'login'>, 'username'> &
  Pick<Attempt, 'operation'> & { readonly email?: string };

export async function login(
  call: SessionCall,
  request: RequestOf<'login'>,
): Promise<Outcome<'login'>> {
  const { username, pass, token } = request;
  // As without the setting: another service of this family would not know the parameter either.
  if (pass === undefined && call.application.webLoader === 0)
    return refuseParameter('pass', 'missing');
  const find = async () => ({ match: await findUser(call, username), sharers: [] });
  const attempt =
    pass === undefined
      ? { operation: 'weblogin', token }
      : { operation: 'login', token: undefined };
  return signIn(call, { ...request, ...attempt }, find, username);
}

/** SECURITY: attempts use the budget of the user's name; email addresses would be a second one. */
export async function loginByEmail(
  call: SessionCall,
  request: RequestOf<'loginEmail'>,
): Promise<Outcome<'login'>> {
  const hash = emailHash(call.mailKey, request.email) ?? '';
  const attempt = { ...request, operation: 'loginEmail' };
  return signIn(call, attempt, () => findUserByEmail(call, hash), hash);
}

/** If the user does not exist, attempts use the budget of `fallbackName`. */
async function signIn(
  call: SessionCall,
  request: SignInRequest,
  find: () => Promise<UserSearch>,
  fallbackName: string,
): Promise<Outcome<'login'>> {
  const formRefusal =
    call.browser === null ? refuseDeviceForm(call.application, request.hwid) : null;
  if (formRefusal !== null) return formRefusal;
  const found = await find();
  const { match } = found;
  const account = { name: match?.user.username ?? fallbackName, isKnown: isKnown(call, match) };
  const { name } = account;
  // A token is used up by the first try.
  const tryAgain = async (slots: readonly Slot[]) =>
    request.token === undefined
      ? tryPassword(call, request, { ...(await find()), name }, slots)
      : null;
  const outcome = await withBudget<Success<'login'>>(
    call,
    account,
    async (slots) =>
      (await tryPassword(call, request, { ...found, name }, slots)) ??
      (await tryAgain(slots)) ?? { outcome: refuse('bad-credentials'), proved: true },
    request.token === undefined
      ? call.passwords.imitateVerify
      : async () => void (await isProvedBy(call, request, null)),
  );
  await emitFailure(call, 'login-failed', outcome, { username: match?.user.username });
  return outcome;
}

/** Returns null if the user was changed meanwhile. */
async function tryPassword(
  call: SessionCall,
  request: SignInRequest,
  { match, sharers, name }: UserSearch & { readonly name: string },
  slots: readonly Slot[],
): Promise<CheckResult<Outcome<'login'>> | null> {
  const { pass, token, hwid, code, computer, system, offline, email, operation } = request;
  const isProved = await isProvedBy(call, request, match);
  // SECURITY: a token, which any program can take, removes no computer and gets no offline pass. The
  // programs that use tokens ask for neither.
  const proof =
    token === undefined
      ? { password: pass ?? '', code, computer, system, offline }
      : { password: null };
  const credentials = { ...proof, hwid, email, operation };
  if (match === null || !isProved) {
    const outcome = refuse('bad-credentials');
    const account = { userId: match?.user.id ?? null, name, isProved: false, sharers };
    const record = (db: Transaction) =>
      recordRefusal({ ...call, db }, account, credentials, outcome);
    return { outcome, proved: false, record };
  }
  return signInUser(call, credentials, match, slots);
}

/** Uses a token up. */
function isProvedBy(
  call: SessionCall,
  { pass = '', token }: Pick<SignInRequest, 'pass' | 'token'>,
  match: FoundUser | null,
): Promise<boolean> {
  if (token !== undefined) return takeProgramToken(call, match?.user.id ?? '', token);
  const legacy = call.application.legacyHashes === 1;
  return call.passwords.verify(match?.user.passwordHash ?? null, pass, legacy);
}
