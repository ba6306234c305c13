// Sessions as a seller lists and ends them.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const startAt = 1_800_000_000_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const shortId = (text: string) => sha256(text).slice(-10);

async function open() {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms });
  const isAlive = async (sessionid: string) => {
    const { body } = await wire.send({ type: 'check', sessionid });
    return body['reason'] !== 'session-gone';
  };
  return { ...wire, ask: sellerOf(wire.service), isAlive, clock };
}

test('lists sessions by the end of the hash of their id, the last to expire first', async () => {
  const { ask, init, signIn, service, clock } = await open();
  const user = await service.addUser();
  const anonymous = await init();
  const signedIn = await signIn(user);
  const at = startAt / 1000;
  expect((await ask('fetchallsessions')).body['sessions']).toEqual([
    {
      id: shortId(signedIn),
      credential: user.username,
      expiry: String(at + 21_600),
      validated: '1',
      ip: '127.0.0.1',
    },
    {
      id: shortId(anonymous),
      credential: null,
      expiry: String(at + 3600),
      validated: '0',
      ip: '127.0.0.1',
    },
  ]);
  clock.ms += 3_600_000;
  expect((await ask('fetchallsessions')).body['sessions']).toMatchObject([
    { id: shortId(signedIn) },
  ]);
});

test('kills exactly one session, by its listed id or by its session id', async () => {
  const { ask, init, isAlive } = await open();
  const [first, second, third] = [await init(), await init(), await init()];
  const fourth = await init();
  const killed = { status: 200, message: 'Successfully killed session!' };
  const failed = { status: 400, message: 'Failed to kill session!' };
  expect(await ask('kill', { sessid: sha256(first) })).toMatchObject(killed);
  expect(await isAlive(first)).toBe(false);
  expect(await ask('kill', { sessid: second })).toMatchObject(killed);
  expect(await isAlive(second)).toBe(false);
  expect(await ask('kill', { sessid: shortId(fourth) })).toMatchObject(killed);
  expect(await isAlive(fourth)).toBe(false);
  expect(await isAlive(third)).toBe(true);
  expect(await ask('kill', { sessid: first })).toMatchObject(failed);
  expect(await ask('kill', { sessid: 'never' })).toMatchObject(failed);
});

test('cannot kill an expired session', async () => {
  const { service, ask, init, clock } = await open();
  await service.removeNeighbour();
  const sessionid = await init();
  clock.ms += 3_600_000;
  expect(await ask('kill', { sessid: sessionid })).toMatchObject({ status: 400 });
  expect(await ask('killall')).toMatchObject({
    status: 400,
    message: 'Failed to kill all sessions!',
  });
});

test('kills all sessions', async () => {
  const { ask, init, signIn, service, isAlive } = await open();
  await service.removeNeighbour();
  const ids = [await init(), await signIn(await service.addUser())];
  expect(await ask('killall')).toMatchObject({
    status: 200,
    message: 'Successfully killed all sessions!',
  });
  for (const id of ids) expect(await isAlive(id)).toBe(false);
  expect((await ask('fetchallsessions')).body['sessions']).toEqual([]);
});

test('a session id reaches neither the audit log nor the log', async () => {
  const { ask, init, service } = await open();
  const sessionid = await init();
  await ask('kill', { sessid: sessionid });
  const rows = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(rows).toMatchObject([{ type: 'kill', detail: '' }]);
  expect(service.logText()).not.toContain(sessionid);
});

test('cannot reach sessions of another application', async () => {
  const { ask, init, service } = await open();
  await service.removeNeighbour();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const sessionid = await init();
  await database.updateTable('sessions').set({ applicationId: 'other' }).execute();
  expect((await ask('fetchallsessions')).body['sessions']).toEqual([]);
  expect(await ask('kill', { sessid: sessionid })).toMatchObject({ success: false });
  expect(await ask('killall')).toMatchObject({ success: false });
  expect(await database.selectFrom('sessions').select('idHash').execute()).toHaveLength(1);
});
