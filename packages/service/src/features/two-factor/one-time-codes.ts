// Verifies the one-time codes (docs/protocol.md#one-time-codes) and recovery codes of a user. Each
// is accepted once. Wrong codes of both kinds are counted together, per user.
import { randomUUID } from 'node:crypto';
import { clockToleranceSeconds } from '../../clock.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { acceptedStep } from '../../secrets/second-factor.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { withTriesLeft, type TriesLeft } from '../../secrets/tries-left.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { computerOfSession, recordAccountEvent, type EventCall } from '../users/account-events.ts';
import { isRecoveryCode, removeCode } from './recovery-codes.ts';

/**
 * `count` wrong codes within `seconds` lock codes out until the oldest of them is `seconds` old.
 */
const limits = [
  { count: 5, seconds: 15 * 60 },
  { count: 20, seconds: 24 * 60 * 60 },
] as const;

interface SpendCall extends EventCall {
  readonly secret: ServiceSecret;
  readonly mailKey: Uint8Array;
  readonly application: Pick<ApplicationRow, 'recoveryCodes'>;
  readonly session: { readonly idHash: string };
}

/**
 * Accepts a one-time code or a recovery code once. Returns null if the code was accepted. A refusal
 * is counted, so the transaction must be committed. `computer` is where the code was entered, if it
 * is not the computer of the session.
 */
export async function spendCode(
  call: SpendCall,
  /** `totpSecret` is sealed. */
  { id, totpSecret }: { readonly id: string; readonly totpSecret: string },
  code: string,
  computer?: string,
): Promise<Refusal | null> {
  const { db, application, session, secret, mailKey, now } = call;
  if (!isRecoveryCode(code))
    return tryCode(call, id, ({ totpStep }) => {
      const holder = { id, totpSecret, totpStep };
      const step = acceptedStep(secret, 'one-time codes', holder, code, now);
      return step === null ? null : { totpStep: step };
    });
  const refusal = await tryCode(call, id, (user) => {
    const isOn = application.recoveryCodes === 1;
    const recoveryCodes = isOn ? removeCode(mailKey, id, user.recoveryCodes, code) : null;
    return recoveryCodes === null ? null : { recoveryCodes };
  });
  if (refusal !== null) return refusal;
  const on = computer ?? (await computerOfSession(db, session.idHash));
  await recordAccountEvent(call, id, { event: 'recovery-code-used', by: 'user', computer: on });
  return null;
}

/**
 * Writes the change that `accept` returns for a correct code. Null counts as a wrong code, so the
 * transaction must be committed then.
 */
export async function tryCode(
  { db, now }: Pick<EventCall, 'db' | 'now'>,
  userId: string,
  accept: (user: Pick<UserRow, 'totpStep' | 'recoveryCodes'>) => Partial<UserRow> | null,
): Promise<Refusal | null> {
  // SECURITY: locks the user before any read, so that concurrent guesses are counted one by one.
  const user = await db
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .returning(['totpStep', 'recoveryCodes'])
    .executeTakeFirstOrThrow();
  const { retryAfter } = await readTriesLeft(db, userId, now);
  if (retryAfter > 0) return refuse('rate-limited', { retryAfter });
  const change = accept(user);
  if (change === null) {
    await recordFailure(db, userId, now);
    return withTriesLeft(refuse('bad-code'), await readTriesLeft(db, userId, now));
  }
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
  return null;
}

/** Returns the unix seconds until which no code of the user is checked, or null. */
export async function codesLockedUntil(
  db: Database,
  userId: string,
  now: number,
): Promise<number | null> {
  const { retryAfter } = await readTriesLeft(db, userId, now);
  return retryAfter > 0 ? now + retryAfter : null;
}

/**
 * `retryAfter` is in seconds, and 0 if a code may be tried. `left` is the number of wrong codes
 * until codes are locked out.
 */
async function readTriesLeft(db: Database, userId: string, now: number): Promise<TriesLeft> {
  const failures = await db
    .selectFrom('codeFailures')
    .select('failedAt')
    .where('userId', '=', userId)
    .where('failedAt', '>', now - limits[1].seconds)
    .where('failedAt', '<=', now + clockToleranceSeconds)
    .orderBy('failedAt', 'desc')
    .limit(limits[1].count)
    .execute();
  const waits = limits.map(({ count, seconds }) => {
    const oldest = failures[count - 1];
    return oldest === undefined ? 0 : oldest.failedAt + seconds - now;
  });
  const remaining = limits.map(
    ({ count, seconds }) =>
      count - failures.filter(({ failedAt }) => failedAt > now - seconds).length,
  );
  return { retryAfter: Math.max(0, ...waits), left: Math.min(...remaining) };
}

async function recordFailure(db: Transaction, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('codeFailures')
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('failedAt', '<=', now - limits[1].seconds),
        eb('failedAt', '>', now + clockToleranceSeconds),
      ]),
    )
    .execute();
  await db.insertInto('codeFailures').values({ id: randomUUID(), userId, failedAt: now }).execute();
}
