// Log lines of programs, the audit log of sellers, and how many lines are stored.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxLogLines } from '../src/features/logs/log.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const startAt = 1_800_000_000_000;

async function open() {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms });
  return { ...wire, ask: sellerOf(wire.service), clock };
}

test('stores a line with its user, newest first', async () => {
  const { send, init, signIn, service, ask, clock } = await open();
  const user = await service.addUser();
  const anonymous = await init();
  const signedIn = await signIn(user);
  const first = { type: 'log', sessionid: anonymous, message: 'started\n' };
  expect((await send({ ...first, pcuser: '' })).body).toMatchObject({
    success: true,
    message: 'Logged',
  });
  clock.ms += 1000;
  await send({ type: 'log', sessionid: signedIn, message: 'playing', pcuser: 'DESKTOP' });
  expect((await ask('fetchalllogs')).body['logs']).toEqual([
    {
      logdate: String(startAt / 1000 + 1),
      logdata: 'playing',
      credential: user.username,
      pcuser: 'DESKTOP',
      ip: '127.0.0.1',
    },
    {
      logdate: String(startAt / 1000),
      logdata: 'started',
      credential: null,
      pcuser: null,
      ip: '127.0.0.1',
    },
  ]);
});

test('rejects a missing or long message, and stores nothing', async () => {
  const { send, init, ask } = await open();
  const sessionid = await init();
  for (const parameters of [
    {},
    { message: '' },
    { message: 'x'.repeat(276) },
    { message: 'x', pcuser: 'x'.repeat(101) },
  ])
    expect((await send({ type: 'log', sessionid, ...parameters })).body).toMatchObject({
      success: false,
      reason: 'bad-request',
    });
  expect((await send({ type: 'log', sessionid: 'gone', message: 'x' })).body).toMatchObject({
    reason: 'session-gone',
  });
  expect((await ask('fetchalllogs')).body['logs']).toEqual([]);
  expect((await send({ type: 'log', sessionid, message: 'x'.repeat(275) })).body).toMatchObject({
    success: true,
  });
});

test('keeps the newest lines of each application', async () => {
  const { send, init, service, clock } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const line = (applicationId: string, ms: number) => ({
    id: randomUUID(),
    applicationId,
    writtenAtMs: unixMs(ms),
    username: null,
    pcuser: null,
    ip: '',
    message: '',
  });
  const rows = Array.from({ length: maxLogLines + 20 }, (_, index) => line(row.id, index));
  for (let from = 0; from < rows.length; from += 1000)
    await database
      .insertInto('logs')
      .values([...rows.slice(from, from + 1000), line('other', from)])
      .execute();
  const oldest = async (applicationId: string) => {
    const { at, count } = await database
      .selectFrom('logs')
      .select((eb) => [eb.fn.min('writtenAtMs').as('at'), eb.fn.countAll<number>().as('count')])
      .where('applicationId', '=', applicationId)
      .executeTakeFirstOrThrow();
    return { at, count };
  };
  const others = await oldest('other');
  clock.ms = startAt + 1;
  const parameters = { type: 'log', sessionid: await init(), message: 'x' };
  await send(parameters);
  expect(await oldest(row.id)).toEqual({ at: 0, count: maxLogLines + 21 });
  clock.ms = startAt + 50;
  await send(parameters);
  expect(await oldest(row.id)).toEqual({ at: 22, count: maxLogLines });
  expect(await oldest('other')).toEqual(others);
});

test('removes all lines', async () => {
  const { send, init, ask } = await open();
  const none = { status: 400, message: 'Failed to delete all logs!' };
  expect(await ask('dellogs')).toMatchObject(none);
  await send({ type: 'log', sessionid: await init(), message: 'x' });
  expect(await ask('dellogs')).toMatchObject({
    status: 200,
    message: 'Successfully deleted all logs!',
  });
  expect((await ask('fetchalllogs')).body['logs']).toEqual([]);
  expect(await ask('dellogs')).toMatchObject(none);
});

test('sends a line to the URL of the setting `webhook`', async () => {
  const { send, signIn, service } = await open();
  const user = await service.addUser();
  await service.database
    .updateTable('applications')
    .set({ logWebhook: 'https://hook.example/' })
    .execute();
  const sessionid = await signIn(user);
  await send({ type: 'log', sessionid, message: 'playing', pcuser: 'DESKTOP' });
  const [delivery] = await service.database.selectFrom('deliveries').selectAll().execute();
  expect(delivery).toMatchObject({ event: 'log', url: 'https://hook.example/' });
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    event: 'log',
    facts: { username: user.username, message: 'playing', pcuser: 'DESKTOP' },
  });
});

test('the audit log has every successful change of a seller, newest first', async () => {
  const { ask, clock } = await open();
  await ask('addchannel', { name: 'main', delay: '5' });
  clock.ms += 2000;
  await ask('delchannel', { name: 'main' });
  await ask('delchannel', { name: 'main' });
  await ask('fetchallchats');
  const at = startAt / 1000;
  expect((await ask('fetchauditlog')).body['auditlog']).toEqual([
    {
      date: String(at + 2),
      type: 'delchannel',
      detail: 'name=main',
      ip: '127.0.0.1',
      sellerkey: '',
    },
    {
      date: String(at),
      type: 'addchannel',
      detail: 'name=main delay=5',
      ip: '127.0.0.1',
      sellerkey: '',
    },
  ]);
});

test('deleting the audit log leaves an entry for that deletion', async () => {
  const { ask } = await open();
  for (const name of ['a', 'b']) await ask('addchannel', { name, delay: '5' });
  expect(await ask('delauditlog')).toMatchObject({
    status: 200,
    message: 'Successfully deleted audit log!',
  });
  expect((await ask('fetchauditlog')).body['auditlog']).toMatchObject([{ type: 'delauditlog' }]);
});
