// Writes a sign-in in one transaction (docs/protocol.md#sign-in-checks): one-time code, user, device
// and session. The caller has checked everything else.
import type { OwnedSubscription, SessionCall } from '../../api/call.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { type InTransaction, Refused, transactOrRefuse } from '../../database/transact.ts';
import {
  bindDevice,
  bindingTimeOf,
  type Binding,
  type Computer,
  type Seats,
} from '../devices/devices.ts';
import { offlineAnswer } from '../offline/passes.ts';
import { emitEvent } from '../../outbound/events.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { keyMarkOf } from '../../secrets/license-names.ts';
import { returnSlots, type Slot } from '../../secrets/throttles.ts';
import { recordSignIn, type Attempt } from '../history/history.ts';
import { spendCode } from '../two-factor/one-time-codes.ts';
import type { Account } from '../users/account-facts.ts';
import { sealAddress } from '../users/mail-addresses.ts';
import { rememberAddress, type FoundUser } from './known-addresses.ts';
import { signInSession } from './sessions.ts';

/** The parts of a call that a sign-in or a registration uses. */
export type SignInCall = Pick<
  SessionCall,
  | 'db'
  | 'application'
  | 'session'
  | 'now'
  | 'nowMs'
  | 'ip'
  | 'idempotency'
  | 'passwords'
  | 'secret'
  | 'mailKey'
  | 'knownKeys'
  | 'deliveries'
  | 'mailer'
  | 'afterwards'
  | 'acceptLanguage'
  | 'browser'
  | 'signers'
>;

export interface Credentials extends Computer, Attempt {
  /** Null: a token of the customers' page replaces password and code. */
  readonly password: string | null;
  readonly code?: string | undefined;
  /** Only for a sign-in by e-mail. */
  readonly email?: string | undefined;
  /** 1: the program asks for an offline pass. */
  readonly offline?: 0 | 1 | undefined;
}

/** Facts that were read before the sign-in is written. */
export interface SignInFacts extends Seats {
  readonly owned: readonly OwnedSubscription[];
}

/** Thrown to roll the transaction back. Callers recognise it by identity. */
export const userChanged = refuse('bad-credentials');

export interface WrittenSignIn {
  /** The device that answers report: the first one that was bound before. */
  readonly hwid: string | null;
  /** Unix seconds at which the given device was bound; null if it is not bound. */
  readonly boundAt: number | null;
  /** The number of bound devices. */
  readonly used: number;
  /** As they are after this sign-in. */
  readonly account: Account;
  /** The field `offline` of the answer. */
  readonly pass: { readonly offline?: string };
}

/** The given seats are those before this sign-in. */
export async function writeSignIn(
  call: SignInCall,
  credentials: Credentials,
  found: FoundUser,
  slots: readonly Slot[],
  { bound, allowed, owned }: SignInFacts,
): Promise<WrittenSignIn | Refusal> {
  const { id } = found.user;
  return transactOrRefuse(call, async (call) => {
    const { code, computer = '' } = credentials;
    const refusal = await spendSignInCode(call, found.user, code, computer);
    // Returned, not thrown: the count of wrong codes must be committed.
    if (refusal !== null) return refusal;
    const account = await writeUser(call, credentials, found);
    if (account === undefined) throw new Refused(userChanged);
    const binding = await signSessionIn(call, credentials, found, allowed);
    const { boundAt, used } = binding ?? {
      boundAt: bindingTimeOf(bound, credentials.hwid),
      used: bound.length,
    };
    const device = { hwid: bound[0]?.hwid ?? null, boundAt };
    await returnSlots(call.db, slots);
    const { username } = found.user;
    await emitEvent(call.db, call, 'login', { username, ip: call.ip });
    await recordSignIn(call, { ...account, id }, credentials);
    const pass = await offlineAnswer(call, { ...found.user, ...account }, owned, credentials);
    await call.idempotency.complete(call.db, { ok: true, signedIn: id, ...device, ...pass });
    return { ...device, used, account, pass };
  });
}

/** Returns null if the user needs no code, or if the code was accepted. */
export async function spendSignInCode(
  call: Parameters<typeof spendCode>[0],
  { id, totpSecret }: Pick<UserRow, 'id' | 'totpSecret'>,
  code: string | undefined,
  computer?: string,
): Promise<Refusal | null> {
  if (totpSecret === null || code === undefined) return null;
  return spendCode(call, { id, totpSecret }, code, computer);
}

/**
 * Returns undefined if the user was changed.
 * SECURITY: writes only to an unchanged user, so that a new password locks out the old one.
 */
async function writeUser(
  call: InTransaction<SignInCall>,
  { password, email }: Credentials,
  { user }: FoundUser,
): Promise<(Account & Pick<UserRow, 'previousLoginAt'>) | undefined> {
  const { db, application, now, ip } = call;
  return db
    .updateTable('users')
    .set((eb) => ({
      previousLoginAt: eb.ref('lastLoginAt'),
      lastLoginAt: now,
      lastIp: ip,
      ...(password !== null && { passwordIsKey: keyMarkOf(application.id, password) }),
      ...(email !== undefined && { mailAddress: sealAddress(call, user.id, email) }),
    }))
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('totpSecret', user.totpSecret === null ? 'is' : '=', user.totpSecret)
    .where('bannedReason', 'is', null)
    .returning(['totpSecret', 'recoveryCodes', 'accountEvents', 'features', 'previousLoginAt'])
    .executeTakeFirst();
}

async function signSessionIn(
  call: InTransaction<SignInCall>,
  credentials: Credentials,
  found: FoundUser,
  allowed: number,
): Promise<Binding | null> {
  const { id } = found.user;
  const binding = await bindDevice(call, id, credentials, allowed);
  if (binding !== null && 'ok' in binding) throw new Refused(binding);
  await rememberAddress(call, found);
  const isByToken = credentials.password === null;
  if (!(await signInSession(call, id, credentials.hwid, isByToken)))
    throw new Refused(refuse('session-gone'));
  return binding;
}
