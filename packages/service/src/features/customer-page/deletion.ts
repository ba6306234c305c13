// Deletes an account at the request of its user, seven days later. Only a button on the page takes
// the request back: programs sign in by themselves.
import { setTimeout as pause } from 'node:timers/promises';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { deletionSeconds } from '@latchkey/protocol/limits.ts';
import type { Parts, SignedInCall } from '../../api/call.ts';
import { writeAudit } from '../../api/seller-audit.ts';
import { ClockMonitor, clockToleranceSeconds } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { transactWithin } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { runPeriodically, type After } from '../../periodic-work.ts';
import type { Refusal } from '../../outcome.ts';
import { scopeOf } from '../../secrets/throttles.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';
import { recordOwnChange } from '../history/history.ts';
import { eventsAbout, type NamedUser } from '../history/named-rows.ts';
import { erase } from '../history/person-data.ts';
import { recordAccountEvent } from '../users/account-events.ts';

const intervalMs = 60_000;
const pauseMs = 20;

/**
 * Requests in a day. Each writes an event, and many would displace others in the user's short list.
 */
const maxRequests = 3;
const daySeconds = 86_400;

/** Returns when the account is deleted. A repeated request does not move it. */
export function requestDeletion(call: SignedInCall): Promise<number | Refusal> {
  return refuseWhenSpent(() => change(call, 'deleteaccount', call.now + deletionSeconds));
}

export async function takeDeletionBack(call: SignedInCall): Promise<void> {
  await change(call, 'keepaccount', null);
}

async function change(
  call: SignedInCall,
  operation: 'deleteaccount' | 'keepaccount',
  to: number | null,
): Promise<number> {
  return transactWithin(call, async (inside) => {
    const { db, user, browser } = inside;
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ deletesAt: to })
      .where('id', '=', user.id)
      .where('deletesAt', to === null ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const scope = scopeOf('deletion requests', user.id);
      if (to !== null)
        await reserveWithin(db, call, [{ scope, maxAttempts: maxRequests, seconds: daySeconds }]);
      const computer = browser ?? '';
      await recordOwnChange(inside, user.id, { operation, computer });
      const event = to === null ? 'deletion-taken-back' : 'deletion-requested';
      await recordAccountEvent(inside, user.id, { event, by: 'user', computer });
    }
    const { deletesAt } = await db
      .selectFrom('users')
      .select('deletesAt')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    return deletesAt ?? 0;
  });
}

type DeletionParts = Pick<
  Parts,
  'db' | 'reader' | 'longReads' | 'secret' | 'nowMs' | 'log' | 'ending'
> & {
  readonly after?: After | undefined;
  /** For tests. */
  readonly elapsedMs?: (() => number) | undefined;
};

/** Deletes due accounts every minute, and only while the clock is reliable. */
export function startDeletions(parts: DeletionParts): () => Promise<void> {
  const { nowMs, elapsedMs, after, log } = parts;
  // The expiry sweep logs jumps of the clock.
  const clock = new ClockMonitor({ nowMs, elapsedMs, log: { warn: () => undefined } });
  return runPeriodically({
    intervalMs,
    work: async () => {
      if (clock.isSteady()) await deleteDueAccounts(parts);
    },
    failureMessage: 'Could not delete accounts as their users asked',
    after,
    log,
  });
}

/** Each account has its own transaction, and a pause after it for other writes. */
export async function deleteDueAccounts(parts: Omit<DeletionParts, 'after'>): Promise<void> {
  const { db, nowMs, ending, log } = parts;
  const now = toUnixSeconds(nowMs());
  await limitWaits(db, now);
  for (const { applicationId, ...user } of await dueAccounts(db, now)) {
    if (ending.aborted) return;
    const deleted = onBehalfOf(applicationId, () => deleteAccount(parts, applicationId, user, now));
    // An account that cannot be deleted must not block the others.
    await deleted.catch((error: unknown) =>
      log.error({ error }, 'Could not delete an account as its user asked'),
    );
    await pause(pauseMs, undefined, { signal: ending }).catch(() => undefined);
  }
}

/** A request by a clock that was ahead is due seven days from now. */
async function limitWaits(db: Database, now: number): Promise<void> {
  const latest = now + deletionSeconds;
  await db
    .updateTable('users')
    .set({ deletesAt: latest })
    .where('deletesAt', 'is not', null)
    .where('deletesAt', '>', latest + clockToleranceSeconds)
    .execute();
}

/** Without those of users who cannot take the request back now. */
function dueAccounts(db: Database, now: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'createdAt', 'applicationId'])
    .where('deletesAt', 'is not', null)
    .where('deletesAt', '<=', now)
    .where('bannedReason', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('applications')
          .select('applications.id')
          .whereRef('applications.id', '=', 'users.applicationId')
          .where('enabled', '=', 1)
          .where('paused', '=', 0)
          .where('pageName', 'is not', null),
      ),
    )
    .orderBy('deletesAt')
    .execute();
}

async function deleteAccount(
  parts: Omit<DeletionParts, 'after'>,
  applicationId: string,
  found: NamedUser,
  now: number,
): Promise<void> {
  const application = { id: applicationId };
  const events = await eventsAbout({ ...parts, application }, found);
  await transactWithin({ ...parts, application }, async (inside) => {
    // Locks the user, who may take the request back now.
    const user = await inside.db
      .updateTable('users')
      .set((eb) => ({ deletesAt: eb.ref('deletesAt') }))
      .where('id', '=', found.id)
      .where('deletesAt', '<=', now)
      .returning(['id', 'username', 'createdAt', 'emailHash'])
      .executeTakeFirst();
    if (user === undefined) return;
    await erase(inside, user, events, user.emailHash);
    const { nowMs } = inside;
    await writeAudit({ ...inside, application, nowMs, ip: '', key: pageKey }, 'eraseuser', '');
  });
}

/** Who is in the audit log: the page, for a user whose name is erased. */
const pageKey = { label: "customers' page" };
