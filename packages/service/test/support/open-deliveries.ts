// Opens a webhook receiver and a delivery worker on a fake clock. The service's own worker has
// nothing to do.
import { sealAt } from '../../src/secrets/at-rest.ts';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createDeliveries } from '../../src/outbound/deliveries.ts';
import { emitEvent } from '../../src/outbound/events.ts';
import type { Facts } from '../../src/outbound/event-facts.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import type { ApplicationRow, Database } from '../../src/database/schema.ts';
import { eventNames, type EventName } from '@latchkey/protocol/seller/event-names.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { openEventTarget } from './event-target.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { startTestService } from './service.ts';

export async function openDeliveries() {
  const service = await startTestService({ after: () => () => {} });
  onTestFinished(() => service.close());
  // The service's own worker runs once at start, before there is anything to deliver.
  await service.deliveriesSettled();
  const target = await openEventTarget();
  const clock = createFakeClock();
  const db = service.database;
  const faults: unknown[] = [];
  const makeWorker = (allowed = [target.host]) => {
    const worker = createDeliveries({
      db,
      secret: service.secret,
      outbound: createOutbound({ allowPrivateAddresses: allowed }),
      nowMs: () => unixMs(clock.now()),
      elapsedMs: clock.elapsed,
      after: clock.after,
      log: { error: (fault: unknown) => void faults.push(fault) },
    });
    onTestFinished(() => worker.stop());
    return worker;
  };
  const worker = makeWorker();
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const application = { ...row, eventNames: eventNames.join(',') };
  const addHook = async (path: string, events: string, url = target.url + path) => {
    const webid = randomUUID().slice(0, 10);
    const { id: applicationId } = application;
    const row = { applicationId, userAgent: 'KeyAuth', authed: 1 as const };
    const sealed = sealAt(service.secret, 'webhook addresses', [applicationId], url);
    const secret = sealAt(
      service.secret,
      'webhook secrets',
      [applicationId, webid],
      `secret of ${path}`,
    );
    await db
      .insertInto('webhooks')
      .values({ ...row, webid, url: sealed, events, secret })
      .execute();
    return webid;
  };
  const emit = (event: EventName, facts: Facts = {}, of: ApplicationRow = application) =>
    worker.around(() => {
      const now = Math.floor(clock.now() / 1000);
      return emitEvent(db, { application: of, now, deliveries: worker }, event, facts);
    });
  const advance = async (byMs: number) => {
    await clock.advance(byMs);
    await worker.settled();
  };
  const rows = () => db.selectFrom('deliveries').selectAll().orderBy('createdAt').execute();
  const all = { service, target, clock, db, worker, makeWorker, application, faults };
  return { ...all, addHook, emit, advance, rows };
}

/** Copies the only delivery `count` times. All copies are due. */
export async function copyDelivery(db: Database, count: number): Promise<void> {
  const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  const due = { ...row, nextAt: row.createdAt, claimedUntil: null };
  const copies = Array.from({ length: count }, () => ({ ...due, id: randomUUID() }));
  for (let at = 0; at < copies.length; at += 200)
    await db
      .insertInto('deliveries')
      .values(copies.slice(at, at + 200))
      .execute();
}
