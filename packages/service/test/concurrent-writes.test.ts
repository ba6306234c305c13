// Concurrent writes: each is atomic, is acknowledged once it is committed, and sees earlier ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { transact } from '../src/database/transact.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind, databaseOptionsOf, environmentOf } from './support/postgresql.ts';
import { openWire, wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

test('concurrent requests succeed or fail independently', async () => {
  const { service, send, init } = await openWire();
  for (const username of ['ann', 'bob', 'cleo'])
    await service.addUser({ username, subscription: 'none' });
  const [forAnn, forBob, forNobody] = await Promise.all(
    [1, 2, 3].map((days) => service.addLicense({ days })),
  );
  const sessionid = await init();
  const redeem = (username: string, key = '') =>
    send({ type: 'upgrade', sessionid, username, key });
  const answers = await Promise.all([
    redeem('ann', forAnn),
    redeem('nobody', forNobody),
    redeem('bob', forBob),
    redeem('cleo', 'NO-SUCH-KEY'),
    send({ type: 'init' }),
  ]);
  expect(answers.map(({ body }) => body['reason'] ?? body['success'])).toEqual([
    true,
    'user-unknown',
    true,
    'key-unknown',
    true,
  ]);
  const owned = await service.database
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select(['users.username', 'subscriptions.licenseKey'])
    .orderBy('users.username')
    .execute();
  expect(owned).toEqual([
    { username: 'ann', licenseKey: forAnn },
    { username: 'bob', licenseKey: forBob },
  ]);
});

test('a failed transaction does not affect those beside it', async () => {
  const { service } = await openWire();
  const { database } = service;
  const names = ['ann', 'bob', 'cleo'];
  for (const username of names) await service.addUser({ username });
  const ended = await Promise.allSettled(
    names.map((username) =>
      transact(database, async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ lastIp: `of ${username}` })
          .where('username', '=', username)
          .execute();
        if (username === 'bob') throw new Error('too late');
      }),
    ),
  );
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const rows = await database
    .selectFrom('users')
    .select(['username', 'lastIp'])
    .orderBy('username')
    .execute();
  expect(rows).toEqual([
    { username: 'ann', lastIp: 'of ann' },
    { username: 'bob', lastIp: null },
    { username: 'cleo', lastIp: 'of cleo' },
  ]);
});

test('only one of 100 concurrent requests redeems a key', async () => {
  const { service, send, init } = await openWire();
  const { username } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 1 });
  const sessionid = await init();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => send({ type: 'upgrade', sessionid, username, key })),
  );
  const outcomes = answers.map(({ body }) => body['reason'] ?? 'done').sort();
  expect(outcomes).toEqual(['done', ...Array.from({ length: 99 }, () => 'key-used')]);
});

test('a kill within a transaction rolls it back and keeps every acknowledged write', async () => {
  const dataFolder = temporaryFolder();
  const service = await startTestService({ dataFolder });
  await service.addUser({ username: 'ann' });
  await service.close();
  const program = fileURLToPath(new URL('./support/killed-in-transaction.ts', import.meta.url));
  const env = { ...process.env, ...(await environmentOf(dataFolder)) };
  const child = spawn(process.execPath, [program, dataFolder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const [, signal] = (await once(child, 'close')) as [unknown, string]; // documented by Node
  expect(signal).toBe('SIGKILL');
  const { databaseUrl } = await databaseOptionsOf(dataFolder);
  const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => null });
  const own = db.selectFrom('applications').where('applications.id', '=', ownApplicationId);
  const { version, level } = await own
    .innerJoin('plans', 'plans.applicationId', 'applications.id')
    .select(['applications.version', 'plans.level'])
    .executeTakeFirstOrThrow();
  const users = await db.selectFrom('users').select('lastIp').execute();
  await db.destroy();
  expect(users.filter(({ lastIp }) => lastIp === '192.0.2.9')).toEqual([]);
  const committed = [
    'before',
    ...(version === 'together' ? ['statement'] : []),
    ...(level === '77' ? ['transaction'] : []),
  ];
  const acknowledged = output.trim().split('\n');
  expect(acknowledged.filter((name) => !committed.includes(name))).toEqual([]);
  // SQLite commits them one after the other, and the process ends before their sync.
  if (databaseKind === 'sqlite') {
    expect(acknowledged).toEqual(['before']);
    expect(committed).toEqual(['before', 'statement', 'transaction']);
  }
  // The service starts with the data that is left.
  const again = wireTo(await startTestService({ dataFolder }));
  expect((await again.send({ type: 'init', ver: version })).body).toMatchObject({ success: true });
  await again.service.close();
});
