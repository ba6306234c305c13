// Attack: strangers write lines and cause events as often as they can, so that real ones get lost.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxPending } from '../../src/outbound/events.ts';
import { maxLogLines } from '../../src/features/logs/log.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire, wireTo } from '../support/service-client.ts';

const startAt = 1_800_000_000_000;

async function open() {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms, after: () => () => {} });
  const write = async (sessionid: string, message = 'x') =>
    (await wire.send({ type: 'log', sessionid, message })).body;
  return { ...wire, clock, write, ask: sellerOf(wire.service) };
}

test('an anonymous session may log 60 lines a minute; more are refused, counted and reported', async () => {
  const { service, init, signIn, clock, write, ask } = await open();
  const stranger = await init();
  const { database } = service;
  const counts = async () =>
    (await database.selectFrom('throttles').select('count').execute()).map(({ count }) => count);
  expect(await write(stranger)).toMatchObject({ success: true });
  expect(await counts()).toEqual([1]);
  await database.updateTable('throttles').set({ count: 58 }).execute();
  for (const _ of [59, 60]) expect(await write(stranger)).toMatchObject({ success: true });
  clock.ms += 20_000;
  const refused = await write(stranger);
  expect(refused).toMatchObject({ reason: 'rate-limited', retryAfter: 40 });
  await write(stranger);
  const { body } = await ask('fetchalllogs');
  expect(body['logs']).toHaveLength(3);
  const at = String(startAt / 1000 + 20);
  expect(body['dropped']).toEqual({ count: 2, since: at, last: at });
  // Controls: other sessions and signed-in ones are not limited, nor is this one a minute later.
  expect(await write(await init())).toMatchObject({ success: true });
  const user = await signIn(await service.addUser());
  const before = await counts();
  expect(await write(user)).toMatchObject({ success: true });
  expect(await counts()).toEqual(before);
  clock.ms += 40_000;
  expect(await write(stranger)).toMatchObject({ success: true });
  await ask('dellogs');
  expect((await ask('fetchalllogs')).body).not.toHaveProperty('dropped');
});

test('log lines of anonymous sessions evict no lines of users, and vice versa', async () => {
  const { service, init, signIn, clock, write, ask } = await open();
  const { database } = service;
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  const user = await service.addUser();
  const signedIn = await signIn(user);
  const fill = async (username: string | null, message: string) => {
    const line = { applicationId, pcuser: null, ip: '', username, message };
    const rows = Array.from({ length: maxLogLines + 3 }, (_, at) => ({
      ...line,
      id: randomUUID(),
      writtenAtMs: unixMs(startAt - 100_000 + at),
    }));
    for (let from = 0; from < rows.length; from += 1000)
      await database
        .insertInto('logs')
        .values(rows.slice(from, from + 1000))
        .execute();
  };
  await write(signedIn, 'bought');
  await fill(null, 'noise');
  clock.ms += 50;
  await write(await init(), 'noise');
  const counts = async () => {
    const rows = await database
      .selectFrom('logs')
      .select((eb) => ['message', eb.fn.countAll<number>().as('count')])
      .groupBy('message')
      .orderBy('message')
      .execute();
    return rows.map(({ message, count }) => `${count} ${message}`);
  };
  expect(await counts()).toEqual(['1 bought', `${maxLogLines} noise`]);
  expect((await ask('fetchalllogs', { limit: '1' })).body['dropped']).toMatchObject({ count: 4 });
  await fill(user.username, 'chatter');
  clock.ms += 50;
  await write(signedIn, 'chatter');
  // Control: a user's own oldest lines are removed.
  expect(await counts()).toEqual([
    '1 bought',
    `${maxLogLines - 1} chatter`,
    `${maxLogLines} noise`,
  ]);
});

test('events of anonymous sessions have a separate queue, so that a redeem is still delivered', async () => {
  const { service, send, init, ask } = await open();
  const { database } = service;
  const other = await addOtherApplication(service, { id: 'another' });
  const theirs = wireTo({ ...service, app: other });
  const url = 'https://hook.example/';
  const events = 'redeem,redeem-failed,login-failed,log';
  for (const seller of [ask, sellerOf(theirs.service)])
    await seller('addwebhook', { baseurl: url, events });
  const { username } = await service.addUser();
  const sessionid = await init();
  const fail = () => send({ type: 'upgrade', sessionid, username, key: 'nobody-has-this-one' });
  await fail();
  const row = await database.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  const copies = Array.from({ length: maxPending - 1 }, () => ({ ...row, id: randomUUID() }));
  for (let from = 0; from < copies.length; from += 250)
    await database
      .insertInto('deliveries')
      .values(copies.slice(from, from + 250))
      .execute();
  await fail();
  await send({ type: 'login', sessionid, username, pass: 'wrong', hwid });
  await send({ type: 'log', sessionid, message: 'noise' });
  const told = async (from = ask) => {
    const { body } = await from('fetchdeliveries', { limit: '2000' });
    const names = (body['deliveries'] as { event: string }[]).map(({ event }) => event);
    return [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]);
  };
  expect(await told()).toEqual([['redeem-failed', maxPending]]);
  const { body } = await ask('fetchdeliveries', { limit: '1' });
  expect(body['dropped']).toMatchObject({ count: 3 });
  await send({
    type: 'upgrade',
    sessionid,
    username,
    key: await service.addLicense({ days: 1 }),
  });
  expect((await told()).toSorted()).toEqual([
    ['redeem', 1],
    ['redeem-failed', maxPending],
  ]);
  // Control: events of strangers of another application are delivered there, without drops.
  await theirs.send({ type: 'log', sessionid: await theirs.init(), message: 'hello' });
  expect(await told(sellerOf(theirs.service))).toEqual([['log', 1]]);
  const { body: theirBody } = await sellerOf(theirs.service)('fetchdeliveries');
  expect(theirBody).not.toHaveProperty('dropped');
});
