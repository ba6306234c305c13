// The operation `attention`: only what needs attention, of this application and this week.
import { expect, test } from 'vitest';
import { ownApplicationId } from './support/own-application.ts';
import { openWithResellers } from './support/resellers.ts';
import { start } from './support/seller-keys.ts';

const day = 86_400;
/** The day of `start` in UTC. */
const today = new Date(start * 1000).toISOString().slice(0, 10);
const dayBefore = (days: number) =>
  new Date((start - days * day) * 1000).toISOString().slice(0, 10);

async function open() {
  const opened = await openWithResellers();
  const { service, ask, addReseller } = opened;
  const webid = String(
    (await ask('addwebhook', { baseurl: 'https://hook.example/', events: 'ban' })).body['webid'],
  );
  const delivery = { applicationId: ownApplicationId, event: 'ban', body: '{}', url: '' };
  const tried = { attempts: 9, nextAt: start, claimedUntil: null };
  const result = { lastStatus: 500, lastError: null };
  const add = (id: string, status: 'failed' | 'delivered', at: number, to: string | null) =>
    service.database
      .insertInto('deliveries')
      .values({ ...delivery, ...tried, ...result, id, status, createdAt: at, webid: to })
      .execute();
  await add('a', 'failed', start - 60, webid);
  await add('b', 'failed', start - day + 1, webid);
  await add('c', 'failed', start - day - 1, webid);
  await add('d', 'delivered', start, webid);
  await add('e', 'failed', start, null);
  for (const days of [1, 6, 8]) await service.addUser({ subscription: { days } });
  for (const subscription of ['expired', 'paused', 'none'] as const)
    await service.addUser({ subscription });
  await addReseller('Rita', { month: '3', week: '2' });
  await addReseller('Berta', { month: '6' });
  await addReseller('Otto', {});
  await addReseller('Ben', {});
  await ask('banaccount', { user: 'Ben' });
  return { ...opened, webid };
}

test('attention answers failed webhooks, ends, refusals and resellers with few keys', async () => {
  const { service, ask, webid, addKey } = await open();
  const count = (on: string, kind: string, number: number) =>
    service.database
      .insertInto('dayCounts')
      .values({ applicationId: ownApplicationId, day: on, kind, count: number })
      .execute();
  await count(today, 'refused:banned', 2);
  await count(dayBefore(6), 'refused:banned', 1);
  await count(dayBefore(7), 'refused:banned', 10);
  await count(dayBefore(13), 'refused:wrong-device', 4);
  await count(dayBefore(14), 'refused:banned', 100);
  await count(today, 'refused:expired', 5);
  await count(today, 'signins', 50);
  const expected = {
    webhooks: [
      { webid, failed: 2 },
      { webid: null, failed: 1 },
    ],
    active: 3,
    ending: 2,
    refusals: [
      { reason: 'expired', count: 5, before: 0 },
      { reason: 'banned', count: 3, before: 10 },
    ],
    resellers: [
      { username: 'Otto', left: 0 },
      { username: 'Rita', left: 5 },
    ],
  };
  expect((await ask('attention')).body).toMatchObject(expected);
  const sellerkey = await addKey('read');
  expect((await ask('attention', { sellerkey })).body).toMatchObject(expected);
});

test('attention answers empty lists if nothing needs attention, and no reseller may ask', async () => {
  const { ask, addReseller } = await openWithResellers();
  const empty = { webhooks: [], active: 0, ending: 0, refusals: [], resellers: [], orders: 0 };
  expect((await ask('attention')).body).toMatchObject(empty);
  const rita = await addReseller('Rita');
  expect((await rita.act('attention')).body).toMatchObject({ success: false, reason: 'scope' });
});
