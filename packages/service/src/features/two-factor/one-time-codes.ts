// Verifies one-time codes (docs/protocol.md#one-time-codes): SHA-1, 6 digits, 30 s, one step
// tolerance. Each step is accepted once, and wrong codes are counted per user.
import { randomUUID } from 'node:crypto';
import { verifySync } from 'otplib';
import { clockToleranceSeconds } from '../../clock.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { openAt } from '../../secrets/at-rest.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { withTriesLeft, type TriesLeft } from '../../secrets/tries-left.ts';
import type { Database, Transaction } from '../../database/schema.ts';

const stepSeconds = 30;
/**
 * `count` wrong codes within `seconds` lock codes out until the oldest of them is `seconds` old.
 */
const limits = [
  { count: 5, seconds: 15 * 60 },
  { count: 20, seconds: 24 * 60 * 60 },
] as const;

/**
 * Accepts a code once. Returns null if the code was accepted. A refusal is counted, so the
 * transaction must be committed.
 */
export async function spendCode(
  transaction: Transaction,
  /** `totpSecret` is sealed. */
  user: { readonly id: string; readonly totpSecret: string },
  code: string,
  { secret, now }: { readonly secret: ServiceSecret; readonly now: number },
): Promise<Refusal | null> {
  // SECURITY: locks the user before any read, so that concurrent guesses are counted one by one.
  const { totpStep } = await transaction
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', user.id)
    .returning('totpStep')
    .executeTakeFirstOrThrow();
  const { retryAfter } = await readTriesLeft(transaction, user.id, now);
  if (retryAfter > 0) return refuse('rate-limited', { retryAfter });
  const totpSecret = openAt(secret, 'one-time codes', [user.id], user.totpSecret);
  const step = matchingStep(totpSecret, code, now);
  if (step === null || (step <= totpStep && totpStep <= newestStep(now))) {
    await recordFailure(transaction, user.id, now);
    return withTriesLeft(refuse('bad-code'), await readTriesLeft(transaction, user.id, now));
  }
  await transaction
    .updateTable('users')
    .set({ totpStep: step })
    .where('id', '=', user.id)
    .execute();
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

/** Returns the newest valid step. A later stored step comes from a clock that was ahead. */
function newestStep(now: number): number {
  return Math.floor(now / stepSeconds) + 1;
}

function matchingStep(secret: string, token: string, epoch: number): number | null {
  const result = verifySync({ secret, token, epoch, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
