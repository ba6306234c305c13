// Creates a user who signs in immediately (docs/protocol.md#registration). Everything is checked
// before the password is hashed, and written in one transaction. If clients race, only one gets the
// name, the license or the trial.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { OwnedSubscription, SessionCall } from '../../api/call.ts';
import type { Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { Refused, transactOrRefuse, type InTransaction } from '../../database/transact.ts';
import type { Facts } from '../../outbound/event-facts.ts';
import { emitEvent } from '../../outbound/events.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { withBudget } from '../../secrets/wrong-secrets.ts';
import { bindDevice, refuseDeviceForm, type Computer } from '../devices/devices.ts';
import { computerFacts } from '../devices/seats.ts';
import { recordRefusal, recordSignIn, type Attempt } from '../history/history.ts';
import type { PlainKind } from '../numbers/counting.ts';
import { offlineAnswer } from '../offline/passes.ts';
import { rememberAddress } from '../sessions/known-addresses.ts';
import { signInSession } from '../sessions/sessions.ts';
import type { SignInCall } from '../sessions/write-sign-in.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { infoAnswer, ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { accountFacts } from './account-facts.ts';
import { emailHash, isEmailTaken } from './emails.ts';
import { isUserNameTaken } from './look-alikes.ts';
import { storeAddress } from './mail-addresses.ts';
import { insertUser, refuseUserName } from './users.ts';

export interface NewAccount extends Computer, Attempt {
  readonly username: string;
  readonly password: string;
  readonly email?: string | undefined;
  /** 1: the program asks for an offline pass. */
  readonly offline?: 0 | 1 | undefined;
}

/** The source of a new user's time: a license or the free trial. */
export interface TimeSource {
  /** Grants the time in the transaction that creates the user. Throws Refused. */
  readonly grant: (call: InTransaction<SignInCall>, userId: string) => Promise<void>;
  /** What it adds to the event `register`. */
  readonly facts: Facts;
  readonly counted: PlainKind;
}

/** Returns the source, or why it gives no time. Called before the password is hashed. */
export type FindSource = (call: SignInCall, account: NewAccount) => Promise<TimeSource | Refusal>;

type Registration = Outcome<'register'>;

/** SECURITY: refusals that count as a guess of a key, or of who is a customer. */
const guessReasons: ReadonlySet<AnyReason> = new Set(['key-unknown', 'email-taken']);

/** Checks the form of device id and name, and counts guesses. */
export async function registerFromRequest(
  call: SessionCall,
  operation: 'register' | 'trial',
  request: Omit<RequestOf<'register'>, 'key'>,
  findSource: FindSource,
): Promise<Registration> {
  const { username, pass: password, hwid, email, computer, system, offline } = request;
  const formRefusal =
    (call.browser === null ? refuseDeviceForm(call.application, hwid) : null) ??
    refuseUserName(call.application, username);
  if (formRefusal !== null) return formRefusal;
  return withBudget(call, { name: username }, async () => {
    const attempt = { operation, hwid, computer, system };
    const account = { ...attempt, username, password, email, offline };
    const outcome = await registerUser(call, account, findSource);
    if (outcome.ok) return { outcome, proved: true };
    // The name need not be the caller's, so the refusal is only counted.
    const unknown = { userId: null, name: operation, isProved: true };
    const record = (db: Transaction) => recordRefusal({ ...call, db }, unknown, attempt, outcome);
    return { outcome, proved: !guessReasons.has(outcome.reason), record };
  });
}

/** Creates a user and signs the session in. The caller checks the form of device id and name. */
export async function registerUser(
  call: SignInCall,
  account: NewAccount,
  findSource: FindSource,
): Promise<Registration> {
  const { passwords, now, ip } = call;
  const source = await checkAccount(call, account, findSource);
  if ('ok' in source) return source;
  const passwordHash = await passwords.hash(account.password);
  const created = await transactOrRefuse(call, (inside) =>
    writeUser(inside, account, passwordHash, source),
  );
  if ('ok' in created) return created;
  const { hwid = null } = account;
  const { boundAt, owned, pass } = created;
  const info = {
    ...infoAnswer(created.user, owned, { now, ip, hwid, lastLoginAt: now, boundAt }),
    ...(await computerFacts(call, created.user.id, boundAt === null ? 0 : 1, owned)),
    ...accountFacts(call, created.user),
    ...featureFacts(owned, null, now),
  };
  return { ok: true, answer: { message: 'Logged in!', info, ...pass } };
}

async function checkAccount(
  call: SignInCall,
  account: NewAccount,
  findSource: FindSource,
): Promise<TimeSource | Refusal> {
  const { db, application, browser } = call;
  const refuseTaken = async () =>
    (await isUserNameTaken(db, application.id, account.username)) ? refuse('username-taken') : null;
  // SECURITY: on the page, only the owner of an unused key learns whether a name is taken, and only
  // a computer with a trial left learns it from `trial`.
  const isNameFirst = browser === null && account.operation !== 'trial';
  const taken = isNameFirst ? await refuseTaken() : null;
  if (taken !== null) return taken;
  const source = await findSource(call, account);
  if ('ok' in source) return source;
  return (isNameFirst ? null : await refuseTaken()) ?? source;
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
  account: NewAccount,
  passwordHash: string,
  source: TimeSource,
): Promise<Created> {
  const { db, application, now, ip, idempotency } = call;
  const { username, password, hwid, email = '' } = account;
  const mailHash = emailHash(call.mailKey, email);
  // SECURITY: after all checks of the key, so that only a key owner learns who is a customer.
  if (await isEmailTaken(call, mailHash)) throw new Refused(refuse('email-taken'));
  const made = { username, password, passwordHash, emailHash: mailHash, ip };
  const user = await insertUser(db, application, made, now);
  if (user === null) throw new Refused(refuse('username-taken'));
  await storeAddress(call, user.id, email);
  await source.grant(call, user.id);
  const binding = await bindDevice(call, user.id, account, 1);
  if (binding !== null && 'ok' in binding) throw new Refused(binding);
  const boundAt = binding?.boundAt ?? null;
  await rememberAddress(call, { user, knownAt: null, knownKeyIds: null });
  if (!(await signInSession(call, user.id, hwid))) throw new Refused(refuse('session-gone'));
  await emitEvent(db, call, 'register', { username, ip, ...source.facts });
  const first = { id: user.id, previousLoginAt: null };
  await recordSignIn(call, first, account, [{ kind: source.counted }, { kind: 'newusers' }]);
  const owned = await ownedSubscriptions(db, user.id);
  const pass = await offlineAnswer(call, user, owned, account);
  const device = { hwid: hwid ?? null, boundAt };
  await idempotency.complete(db, { ok: true, signedIn: user.id, ...device, ...pass });
  return { user, boundAt, owned, pass };
}
