// Online users and statistics: masked, counted, cached, and computed by one process for all.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { readStatistic, type Statistic } from '../src/database/statistics-cache.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

const startAt = 1_800_000_000_000;

async function open(options: TestServiceOptions = {}) {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms, ...options });
  const askAs = async (type: string, sessionid?: string) =>
    (await wire.send({ type, sessionid: sessionid ?? (await wire.init()) })).body;
  return { ...wire, ask: sellerOf(wire.service), askAs, clock };
}

test('lists each signed-in user once, by masked name', async () => {
  const { askAs, service, signIn, init } = await open();
  const users = [];
  for (const username of ['zoe', 'abcdefghij', 'abcdefghijklm', 'ünïcödé-näme'])
    users.push(await service.addUser({ username }));
  await service.addUser({ username: 'absent' });
  await init();
  for (const user of [...users, ...users]) await signIn(user);
  const body = await askAs('fetchOnline');
  expect(body).toMatchObject({ success: true, message: 'Successfully fetched online users.' });
  const names = (body['users'] as { credential: string }[]).map(({ credential }) => credential); // checked against its schema
  expect(names.toSorted()).toEqual(
    ['abcdefghij', 'abcdefghij***', 'zoe', 'ünïcödé-nä**'].toSorted(),
  );
  expect(names.slice(0, 2)).toEqual(['abcdefghij', 'abcdefghij***']);
});

test('lists only the latest 1000 of a large number of sign-ins', async () => {
  const { askAs, service } = await open();
  await service.removeNeighbour();
  const { database } = service;
  await service.addUser();
  const user = await database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const name = (index: number) => `u${String(index).padStart(5, '0')}`;
  const sessionOf = (userId: string, later: number) => ({
    idHash: randomUUID(),
    applicationId: user.applicationId,
    userId,
    expiresAt: startAt / 1000 + later,
  });
  // The first user signed in before all others, the second repeatedly after them.
  const users = Array.from({ length: 1010 }, (_, index) => ({
    ...user,
    id: randomUUID(),
    ...withFold('username', name(index)),
  }));
  const sessions = users.map(({ id }, index) => sessionOf(id, index + 1));
  const again = Array.from({ length: 3991 }, () => sessionOf(users[1]?.id ?? '', 5000));
  for (let from = 0; from < users.length; from += 500)
    await database
      .insertInto('users')
      .values(users.slice(from, from + 500))
      .execute();
  const all = [...sessions, ...again];
  for (let from = 0; from < all.length; from += 500)
    await database
      .insertInto('sessions')
      .values(all.slice(from, from + 500))
      .execute();
  const told = (await askAs('fetchOnline'))['users'] as { credential: string }[]; // checked against its schema
  expect(told).toHaveLength(1000);
  expect(told[0]).toEqual({ credential: name(1) });
  expect(told.at(-1)).toEqual({ credential: name(1000) });
});

test('reports that no user is online', async () => {
  const { service, askAs } = await open();
  await service.removeNeighbour();
  expect(await askAs('fetchOnline')).toMatchObject({
    success: false,
    reason: 'nobody-online',
    message: 'No online users found!',
  });
});

test('masks a name that is a license key', async () => {
  const { askAs, service, signIn } = await open();
  const key = await service.addLicense({ days: 1 });
  await signIn(await service.addUser({ username: key, password: key }));
  expect((await askAs('fetchOnline'))['users']).toEqual([{ credential: `****${key.slice(-4)}` }]);
});

test('renews the online users after half an hour', async () => {
  const { askAs, service, signIn, clock } = await open();
  await service.removeNeighbour();
  await signIn(await service.addUser({ username: 'ann' }));
  const one = [{ credential: 'ann' }];
  expect((await askAs('fetchOnline'))['users']).toEqual(one);
  await signIn(await service.addUser({ username: 'bob' }));
  clock.ms += 1_799_000;
  expect((await askAs('fetchOnline'))['users']).toEqual(one);
  clock.ms += 1000;
  expect((await askAs('fetchOnline'))['users']).toEqual([...one, { credential: 'bob' }]);
  clock.ms += 21_600_000;
  expect(await askAs('fetchOnline')).toMatchObject({ reason: 'nobody-online' });
});

test('returns counts as strings, at most an hour old, with the current version', async () => {
  const { askAs, service, signIn, init, clock } = await open();
  await service.removeNeighbour();
  const users = [await service.addUser(), await service.addUser(), await service.addUser()];
  for (const user of [users[0], users[0], users[1]]) if (user) await signIn(user);
  await init();
  for (let count = 0; count < 4; count += 1) await service.addLicense({ days: 1 });
  const appinfo = {
    numUsers: '3',
    numOnlineUsers: '2',
    numKeys: '4',
    version: '1.0',
    customerPanelLink: '',
  };
  expect(await askAs('fetchStats')).toMatchObject({
    success: true,
    message: 'Successfully fetched stats',
    appinfo,
  });
  await service.addUser();
  clock.ms += 3_599_000;
  const sessionid = await init();
  await service.setApp({ version: '1.1' });
  expect(await askAs('fetchStats', sessionid)).toMatchObject({
    appinfo: { ...appinfo, version: '1.1' },
  });
  clock.ms += 1000;
  expect(await askAs('fetchStats', sessionid)).toMatchObject({ appinfo: { numUsers: '4' } });
});

test.each(['fetchOnline', 'fetchStats'])('%s requires a session', async (type) => {
  const { askAs } = await open();
  expect(await askAs(type, 'gone')).toMatchObject({ reason: 'session-gone' });
});

test('only one of several concurrent requests renews the numbers, and the others get the old ones', async () => {
  const { service, clock } = await open({ interleave: true });
  const { database: db } = service;
  const application = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  let made = 0;
  const counted: Statistic<number> = {
    kind: 'test',
    seconds: 100,
    compute: async () => {
      made += 1;
      const value = made;
      await db.selectFrom('users').select('id').execute();
      return value;
    },
  };
  const read = () => readStatistic({ db, reader: db, application, now: clock.ms / 1000 }, counted);
  expect(await read()).toBe(1);
  clock.ms += 100_000;
  const values = await Promise.all(Array.from({ length: 10 }, read));
  expect(made).toBe(2);
  expect(values).toContain(2);
  expect(values.every((value) => value === 1 || value === 2)).toBe(true);
  expect(await read()).toBe(2);
});

test('never returns numbers past their maximum age, even while another process renews them', async () => {
  const { service, clock } = await open();
  const { database: db } = service;
  const application = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const kept: Statistic<string> = {
    kind: 'test',
    seconds: 100,
    compute: () => Promise.resolve('old'),
  };
  const read = (value: string) =>
    readStatistic(
      { db, reader: db, application, now: clock.ms / 1000 },
      { ...kept, compute: () => Promise.resolve(value) },
    );
  await read('old');
  clock.ms += 1_000_000;
  const claim = { expiresAt: clock.ms / 1000 + 30 };
  await db.updateTable('statistics').set(claim).execute();
  expect(await read('new')).toBe('new');
  clock.ms += 30_000;
  expect(await read('newer')).toBe('newer');
  expect(await read('never')).toBe('newer');
});

test('a seller gets exact counts as strings', async () => {
  const { service, ask } = await open();
  const { database } = service;
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  const [used] = [await service.addLicense({ days: 1 }), await service.addLicense({ days: 1 })];
  await database.updateTable('licenses').set({ status: 'used' }).where('key', '=', used).execute();
  await service.addLicense({ days: 1, banned: 'why' });
  await service.addVariable('a', 'x', false);
  await service.addWebhook();
  for (const role of ['Reseller', 'Reseller', 'Manager'] as const)
    await database
      .insertInto('accounts')
      .values({
        id: randomUUID(),
        applicationId,
        role,
        ...withFold('username', randomUUID()),
        passwordHash: '',
        emailHash: null,
        keyLevels: '',
        permissions: 0,
        createdAt: 0,
      })
      .execute();
  expect((await ask('stats')).body).toEqual({
    success: true,
    message: 'Successfully retrieved statistics',
    unused: '1',
    used: '1',
    paused: '0',
    banned: '1',
    totalkeys: '3',
    webhooks: '1',
    files: '0',
    vars: '1',
    resellers: '2',
    managers: '1',
    totalaccs: '3',
  });
});
