// Emits the event `expiry` for subscriptions that have ended, every minute and once for each webhook.
import type { Parts } from '../../api/call.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { transact } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { countDrop } from '../../outbound/drops.ts';
import { emitTo, maxPending, type Target } from '../../outbound/events.ts';
import { runPeriodically, type After } from '../../periodic-work.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

const intervalMs = 60_000;

type ExpiryParts = Pick<Parts, 'db' | 'nowMs' | 'log' | 'deliveries'> & {
  readonly after?: After | undefined;
};
type Hook = Target & { readonly webid: string; readonly expirySeenAt: number };

/** Starts immediately. The returned function stops it. */
export function startExpiryEvents(parts: ExpiryParts): () => Promise<void> {
  return runPeriodically({
    intervalMs,
    work: () => emitExpiries(parts),
    failureMessage: 'Could not report ended subscriptions',
    after: parts.after,
    log: parts.log,
  });
}

async function emitExpiries(parts: ExpiryParts): Promise<void> {
  const applications = await parts.db
    .selectFrom('applications')
    .selectAll()
    .where('eventNames', 'like', '%expiry%')
    .execute();
  for (const application of applications)
    await onBehalfOf(application.id, () => emitFor(parts, application));
}

async function emitFor(parts: ExpiryParts, application: ApplicationRow): Promise<void> {
  const hooks = await parts.db
    .selectFrom('webhooks')
    .select(['webid', 'url', 'shape', 'expirySeenAt', 'events'])
    .where('applicationId', '=', application.id)
    .where('events', '!=', '')
    .execute();
  for (const { events, ...hook } of hooks)
    if (events.split(',').includes('expiry'))
      await parts.deliveries.around(() => emitToHook(parts, application, hook));
}

/** Its queue takes no more than `maxPending`. Further ones are counted as dropped. */
async function emitToHook(
  { db: outer, nowMs, deliveries }: ExpiryParts,
  application: ApplicationRow,
  { expirySeenAt, ...target }: Hook,
): Promise<void> {
  const now = toUnixSeconds(nowMs());
  if (expirySeenAt >= now) return;
  await transact(outer, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('webhooks')
      .set({ expirySeenAt: now })
      .where('applicationId', '=', application.id)
      .where('webid', '=', target.webid)
      // Another process was faster.
      .where('expirySeenAt', '=', expirySeenAt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const ended = db
      .selectFrom('plans')
      .innerJoin('subscriptions', 'subscriptions.planId', 'plans.id')
      .where('plans.applicationId', '=', application.id)
      .where('subscriptions.expiresAt', '>', expirySeenAt)
      .where('subscriptions.expiresAt', '<=', now);
    const rows = await ended
      .innerJoin('users', 'users.id', 'subscriptions.userId')
      .select(['users.username', 'plans.name'])
      .limit(maxPending)
      .execute();
    for (const { username, name } of rows)
      await emitTo(db, { application, now, deliveries }, [target], 'expiry', {
        username,
        subscription: name,
      });
    if (rows.length < maxPending) return;
    const { count } = await ended
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    await countDrop(db, application.id, 'event', Number(count) - rows.length, now);
  });
}
