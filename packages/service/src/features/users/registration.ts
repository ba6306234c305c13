// `register`: creates a user from an unused license and signs in (docs/protocol.md#registration).
// Everything is checked before the password is hashed, and written in one transaction. If clients
// race, only one gets the name or the license.
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import type { SignInCall } from '../sessions/write-sign-in.ts';
import { bindDevice, refuseDeviceForm, type Computer } from '../devices/devices.ts';
import { computerFacts } from '../devices/seats.ts';
import { accountFacts } from './account-facts.ts';
import { emailHash, isEmailTaken } from './emails.ts';
import { storeAddress } from './mail-addresses.ts';
import { isUserNameTaken } from './look-alikes.ts';
import { recordRefusal, recordSignIn, type Attempt } from '../history/history.ts';
import { offlineAnswer } from '../offline/passes.ts';
import { emitEvent } from '../../outbound/events.ts';
import { rememberAddress } from '../sessions/known-addresses.ts';
import { claimLicense, findLicense, refuseSpent } from '../licenses/licenses.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { Refused, transactOrRefuse, type InTransaction } from '../../database/transact.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { signInSession } from '../sessions/sessions.ts';
import { insertUser, refuseUserName } from './users.ts';
import { grantTime } from '../licenses/ledger.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { infoAnswer, ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { OwnedSubscription, SessionCall } from '../../api/call.ts';
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { withBudget } from '../../secrets/wrong-secrets.ts';

export interface Registration extends Computer, Attempt {
  readonly username: string;
  readonly password: string;
  readonly key: string;
  readonly email?: string | undefined;
  /** 1: the program asks for an offline pass. */
  readonly offline?: 0 | 1 | undefined;
}

/** Creates a user and signs the session in. The caller checks the form of device id and name. */
export async function registerUser(
  call: SignInCall,
  registration: Registration,
): Promise<Outcome<'register'>> {
  const { passwords, now, ip } = call;
  const checked = await checkRegistration(call, registration);
  if ('ok' in checked) return checked;
  const passwordHash = await passwords.hash(registration.password);
  const created = await transactOrRefuse(call, (inside) =>
    writeUser(inside, { ...registration, key: checked.key }, passwordHash),
  );
  if ('ok' in created) return created;
  const { hwid = null } = registration;
  const { boundAt, owned, pass } = created;
  const info = {
    ...infoAnswer(created.user, owned, { now, ip, hwid, lastLoginAt: now, boundAt }),
    ...(await computerFacts(call, created.user.id, boundAt === null ? 0 : 1, owned)),
    ...accountFacts(call, created.user),
    ...featureFacts(owned, null, now),
  };
  return { ok: true, answer: { message: 'Logged in!', info, ...pass } };
}

/** Returns the key in its stored spelling, or a refusal. */
async function checkRegistration(
  call: SignInCall,
  { username, key, hwid }: Registration,
): Promise<{ readonly key: string } | Refusal> {
  const { db, application, ip, browser } = call;
  const refuseTaken = async () =>
    (await isUserNameTaken(db, application.id, username)) ? refuse('username-taken') : null;
  // SECURITY: on the page, only the owner of an unused key learns whether a name is taken.
  const taken = browser === null ? await refuseTaken() : null;
  if (taken !== null) return taken;
  const license = await findLicense(db, application, key);
  if (license === undefined) return refuse('key-unknown');
  if (license.status !== 'unused') return refuseSpent(call, license);
  const blacklisted = await refuseBlacklisted(db, application, { ip, hwid });
  if (blacklisted !== null) return blacklisted;
  const plans = await plansOf(db, application, license.level);
  if (plans.length === 0) return refuse('no-plan-for-level');
  return (browser === null ? null : await refuseTaken()) ?? { key: license.key };
}

interface Created {
  readonly user: UserRow;
  readonly boundAt: number | null;
  readonly owned: readonly OwnedSubscription[];
  /** The field `offline` of the answer. */
  readonly pass: { readonly offline?: string };
}

async function writeUser(
  call: InTransaction<SignInCall>,
  registration: Registration,
  passwordHash: string,
): Promise<Created> {
  const { db, application, now, ip, idempotency } = call;
  const { username, password, key, hwid, email = '' } = registration;
  const mailHash = emailHash(call.mailKey, email);
  // SECURITY: after all checks of the key, so that only a key owner learns who is a customer.
  if (await isEmailTaken(call, mailHash)) throw new Refused(refuse('email-taken'));
  const made = { username, password, passwordHash, emailHash: mailHash, ip };
  const user = await insertUser(db, application, made, now);
  if (user === null) throw new Refused(refuse('username-taken'));
  await storeAddress(call, user.id, email);
  await grantLicense(call, user, key);
  const binding = await bindDevice(call, user.id, registration, 1);
  if (binding !== null && 'ok' in binding) throw new Refused(binding);
  const boundAt = binding?.boundAt ?? null;
  await rememberAddress(call, { user, knownAt: null, knownKeyIds: null });
  if (!(await signInSession(call, user.id, hwid))) throw new Refused(refuse('session-gone'));
  await emitEvent(db, call, 'register', { username, ip, license: key });
  const first = { id: user.id, previousLoginAt: null };
  await recordSignIn(call, first, registration, [{ kind: 'redeemed' }, { kind: 'newusers' }]);
  const owned = await ownedSubscriptions(db, user.id);
  const pass = await offlineAnswer(call, user, owned, registration);
  const device = { hwid: hwid ?? null, boundAt };
  await idempotency.complete(db, { ok: true, signedIn: user.id, ...device, ...pass });
  return { user, boundAt, owned, pass };
}

/** Grants every plan of the license's level, each for the license's duration. */
async function grantLicense(
  call: InTransaction<SignInCall>,
  user: UserRow,
  key: string,
): Promise<void> {
  const granted = await claimAndGrant(call, user.id, key);
  if (granted === 'no-plan') throw new Refused(refuse('no-plan-for-level'));
  if (granted === 'granted') return;
  const license = await findLicense(call.db, call.application, key);
  if (license === undefined) throw new Refused(refuse('key-unknown'));
  throw new Refused(await refuseSpent(call, license));
}

/** The transaction must be rolled back unless it returns 'granted'. */
export async function claimAndGrant(
  { db, application, now }: InTransaction<Pick<SignInCall, 'db' | 'application' | 'now'>>,
  userId: string,
  key: string,
): Promise<'granted' | 'spent' | 'no-plan'> {
  const seconds = await claimLicense(db, application, key, userId, now);
  const license = await findLicense(db, application, key);
  if (seconds === null || license === undefined) return 'spent';
  const plans = await plansOf(db, application, license.level);
  if (plans.length === 0) return 'no-plan';
  const origin = { source: 'key', licenseKey: key } as const;
  for (const { id: planId } of plans) await grantTime(db, { userId, planId }, origin, seconds, now);
  return 'granted';
}

async function plansOf(
  db: Database,
  application: ApplicationRow,
  level: string,
): Promise<readonly { id: string }[]> {
  return db
    .selectFrom('plans')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('level', '=', level)
    .execute();
}

/** SECURITY: refusals that count as a guess of a key, or of who is a customer. */
const guessReasons: ReadonlySet<AnyReason> = new Set(['key-unknown', 'email-taken']);

export async function register(
  call: SessionCall,
  request: RequestOf<'register'>,
): Promise<Outcome<'register'>> {
  const { username, pass: password, key, hwid, email, computer, system, offline } = request;
  const formRefusal =
    (call.browser === null ? refuseDeviceForm(call.application, hwid) : null) ??
    refuseUserName(call.application, username);
  if (formRefusal !== null) return formRefusal;
  return withBudget(call, { name: username }, async () => {
    const attempt = { operation: 'register', hwid, computer, system };
    const account = { ...attempt, username, password, key, email, offline };
    const outcome = await registerUser(call, account);
    if (outcome.ok) return { outcome, proved: true };
    // The name need not be the caller's, so the refusal is only counted.
    const unknown = { userId: null, name: 'register', isProved: true };
    const record = (db: Transaction) => recordRefusal({ ...call, db }, unknown, attempt, outcome);
    return { outcome, proved: !guessReasons.has(outcome.reason), record };
  });
}
