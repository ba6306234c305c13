// The outcome of a delivery affects only that delivery and those that wait for the same target.
import type { Selectable } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../src/database/schema.ts';
import { claim, record } from '../src/outbound/delivery-attempt.ts';
import { maxPending } from '../src/outbound/events.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openDeliveries } from './support/open-deliveries.ts';

type DeliveryRow = Selectable<Tables['deliveries']>;

async function open() {
  const opened = await openDeliveries();
  const { db, service, worker, clock, emit, addHook } = opened;
  await worker.stop();
  await addHook('/a', 'login');
  const { id: other } = await addOtherApplication(service, { id: 'another' });
  await emit('login');
  const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  const now = Math.floor(clock.now() / 1000);
  const add = async (id: string, more: Partial<DeliveryRow> = {}) => {
    const fresh = { ...row, id, nextAt: now, claimedUntil: null };
    await db
      .insertInto('deliveries')
      .values({ ...fresh, ...more })
      .execute();
  };
  const nextAt = async (id: string) => {
    const found = db.selectFrom('deliveries').select('nextAt').where('id', '=', id);
    return (await found.executeTakeFirstOrThrow()).nextAt;
  };
  return { ...opened, other, row, now, add, nextAt };
}

test('a failure postpones only deliveries to the same target', async () => {
  const { db, other, row, now, add, nextAt } = await open();
  await add('tried');
  await add('same target');
  await add('other target', { webid: 'another1' });
  await add('log of the own', { webid: null });
  await add('of others', { applicationId: other });
  const claimed = await claim(db, 'tried', now);
  if (claimed === null) throw new Error('It is due');
  expect(await nextAt('same target')).toBe(now);
  await record(db, claimed, { kind: 'failed', status: 500, error: 'status' }, now);
  expect(await nextAt('same target')).toBeGreaterThan(now);
  expect(row.webid).not.toBeNull();
  for (const id of ['other target', 'log of the own', 'of others'])
    expect(await nextAt(id)).toBe(now);
});

test('a worker records no outcome after another worker took over its claim', async () => {
  const { db, now, add } = await open();
  await add('slow');
  const first = await claim(db, 'slow', now);
  const later = (first?.claimedUntil ?? 0) + 1;
  const second = await claim(db, 'slow', later);
  if (first === null || second === null) throw new Error('It is due both times');
  await record(db, first, { kind: 'delivered', status: 200 }, later);
  const read = () =>
    db
      .selectFrom('deliveries')
      .select(['status', 'claimedUntil'])
      .where('id', '=', 'slow')
      .executeTakeFirstOrThrow();
  expect(await read()).toEqual({ status: 'pending', claimedUntil: second.claimedUntil });
  await record(db, second, { kind: 'delivered', status: 200 }, later);
  expect(await read()).toEqual({ status: 'delivered', claimedUntil: null });
});

test('the limit of pending deliveries is per target, and anonymous events evict no events of users', async () => {
  const { db, other, row, emit, addHook, now } = await open();
  const [second, third] = [await addHook('/b', 'login'), await addHook('/c', 'login')];
  await db.deleteFrom('deliveries').execute();
  const fill = async (more: Partial<DeliveryRow>) => {
    const many = Array.from({ length: maxPending }, (_, at) => ({
      ...row,
      nextAt: now + 3600,
      claimedUntil: null,
      ...more,
      id: `${more.applicationId ?? ''}${more.webid ?? ''}-${at}`,
    }));
    for (let at = 0; at < many.length; at += 200)
      await db
        .insertInto('deliveries')
        .values(many.slice(at, at + 200))
        .execute();
  };
  const waiting = async (webid: string | null) => {
    const rows = db.selectFrom('deliveries').select('id').where('webid', '=', webid);
    return (await rows.where('applicationId', '=', row.applicationId).execute()).length;
  };
  await fill({ applicationId: other, webid: row.webid });
  await fill({ webid: second });
  await fill({ webid: third, ofStrangers: 1 });
  await emit('login', { username: 'Ann' });
  expect(await waiting(row.webid)).toBe(1);
  expect(await waiting(second)).toBe(maxPending);
  expect(await waiting(third)).toBe(maxPending + 1);
});
