// Which accounts are deleted at the request of their users, and when.
import { expect, test } from 'vitest';
import { deleteDueAccounts } from '../src/features/customer-page/deletion.ts';
import { openOwnData as open } from './own-data-parts.ts';
import { hwid } from './support/service-client.ts';

const day = 86_400;

test.each([
  ['of a banned user', 'ban'],
  ['without a page', 'page'],
  ['of a paused application', 'pause'],
  ['of a disabled application', 'disable'],
] as const)('an account %s stays until the user can cancel', async (_, obstacle) => {
  const { one, run, exists, clock, seller, setPage, service } = await open();
  await one.ask('deleteme');
  const set = async (on: boolean) => {
    if (obstacle === 'page') await setPage({ pageName: on ? null : 'own-page' });
    if (obstacle === 'pause') await service.setApp({ paused: on });
    if (obstacle === 'disable') await service.setApp({ enabled: !on });
    if (obstacle === 'ban')
      await (on
        ? seller('banuser', { user: 'anna', reason: 'Chargeback', address: '0' })
        : seller('unbanuser', { user: 'anna' }));
  };
  await set(true);
  clock.now += 8 * day;
  await run();
  expect(await exists()).toBe(true);
  await set(false);
  await run();
  expect(await exists()).toBe(false);
});

test('an account that cannot be deleted keeps no other account from it', async () => {
  const { one, run, clock, service, browser, logged } = await open();
  const { database } = service;
  await one.ask('deleteme');
  const ben = browser();
  await ben.signIn(await service.addUser({ username: 'ben' }));
  const key = await service.addLicense({ days: 30 });
  await one.ask('upgrade', { key });
  clock.now += 60;
  await ben.ask('deleteme');
  await breakOrder(database, service.app.ownerid, key);
  clock.now += 8 * day;
  await run();
  const left = await database.selectFrom('users').select('username').execute();
  expect(left.map(({ username }) => username)).toContain('anna');
  expect(left.map(({ username }) => username)).not.toContain('ben');
  expect(logged).toEqual(['Could not delete an account as its user asked']);
});

/** Adds an order behind a key, with an event that cannot be opened. */
async function breakOrder(
  database: Awaited<ReturnType<typeof open>>['service']['database'],
  ownerid: string,
  key: string,
) {
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', ownerid)
    .executeTakeFirstOrThrow();
  await database
    .updateTable('users')
    .set({ emailHash: 'k1.anna' })
    .where('username', '=', 'anna')
    .execute();
  const [shopId, orderId] = ['abcd1234', 'hmac:abcd1234:1'];
  await database
    .insertInto('shops')
    .values({
      ...{ id: shopId, applicationId, kind: 'hmac', address: '', secrets: '[]' },
      ...{ createdAt: 1, lastEventAt: null },
    })
    .execute();
  await database
    .insertInto('shopOrders')
    .values({
      ...{ id: orderId, applicationId, shopId, state: 'paid', amount: 1, currency: 'EUR' },
      ...{ buyer: '', buyerHash: 'k1.anna', createdAt: 1 },
    })
    .execute();
  await database
    .insertInto('shopEvents')
    .values({ shopId, id: 'broken', orderId, at: 1, receivedAt: 1, facts: 'broken' })
    .execute();
  await database
    .updateTable('licenses')
    .set({ orderNumber: orderId })
    .where('key', '=', key)
    .execute();
}

test('a request by a clock that was ahead moves to seven days from now', async () => {
  const { one, run, exists, clock, seller } = await open();
  await one.ask('deleteme');
  clock.now -= 365 * day;
  await run();
  const why = await seller('why', { user: 'anna', hwid });
  expect(why.body).toMatchObject({ deletesat: String(clock.now + 7 * day) });
  clock.now += 7 * day;
  await run();
  expect(await exists()).toBe(false);
});

test('events are searched on the connection for long reads, and in no transaction', async () => {
  const { one, parts, exists, clock } = await open();
  await one.ask('deleteme');
  clock.now += 7 * day;
  const noted: string[] = [];
  const db = parts.db.withPlugin({
    transformQuery({ node }) {
      noted.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await deleteDueAccounts({ ...parts, db });
  expect(await exists()).toBe(false);
  expect(noted.join()).toContain('deliveries');
  expect(noted.join()).not.toContain(' like ');
});
