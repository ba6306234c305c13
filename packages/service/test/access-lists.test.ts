// Blacklists and whitelists: the seller's operations, and which clients they keep out.
import { expect, test } from 'vitest';
import { firstBatchRows } from '../src/api/batch-pace.ts';
import { addOtherApplication } from './support/another-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const here = '127.0.0.1';
const otherHwid = 'e'.repeat(64);

async function open() {
  const wire = await openWire();
  return { wire, ask: sellerOf(wire.service), send: wire.send };
}

test('lists addresses and devices in normalised form', async () => {
  const { ask } = await open();
  expect(await ask('black', { ip: '::ffff:203.0.113.9', hwid: 'some-device' })).toMatchObject({
    status: 200,
    message: 'Blacklist Addition Successful',
  });
  await ask('black', { ip: '2001:DB8::0:1' });
  await ask('black', { ip: '203.0.113.9' });
  const { body } = await ask('fetchallblacks');
  expect(body['blacklists']).toHaveLength(3);
  expect(body['blacklists']).toEqual(
    expect.arrayContaining([
      { hwid: null, ip: '203.0.113.9', type: 'ip', data: '203.0.113.9', reason: '' },
      { hwid: null, ip: '2001:db8::1', type: 'ip', data: '2001:db8::1', reason: '' },
      { hwid: 'some-device', ip: null, type: 'hwid', data: 'some-device', reason: '' },
    ]),
  );
  expect((await ask('fetchallblacks', { limit: '2' })).body).toMatchObject({ more: true });
});

test('rejects an empty request and an invalid address', async () => {
  const { ask } = await open();
  for (const nothing of [{}, { ip: '' }, { ip: '', hwid: '' }] as Record<string, string>[])
    expect((await ask('black', nothing)).message).toBe('Send ip, hwid or both.');
  for (const ip of ['localhost', '1.2.3', '10.0.0.0/8'])
    expect(await ask('black', { ip, hwid: 'x' })).toMatchObject({
      status: 400,
      message: 'Invalid IP address!',
    });
  expect((await ask('fetchallblacks')).body['blacklists']).toEqual([]);
});

test('removes entries one by one and all together', async () => {
  const { ask } = await open();
  await ask('black', { ip: '203.0.113.9', hwid: '203.0.113.9' });
  const data = '::ffff:203.0.113.9';
  expect((await ask('delblack', { data, blacktype: 'mac' })).message).toBe(
    'Invalid blacklist type!',
  );
  expect((await ask('delblack', { data, blacktype: 'hwid' })).message).toBe(
    'Failed to delete blacklist!',
  );
  expect((await ask('delblack', { data, blacktype: 'ip' })).message).toBe(
    'Successfully deleted blacklist!',
  );
  expect((await ask('delblack', { data, blacktype: 'ip' })).success).toBe(false);
  expect((await ask('delblacks')).message).toBe('Successfully deleted all blacklists!');
  expect((await ask('delblacks')).message).toBe('Failed to delete all blacklists!');
});

test('adds, lists and removes whitelisted addresses', async () => {
  const { ask } = await open();
  for (let time = 0; time < 2; time += 1)
    expect((await ask('addWhite', { ip: ' ::ffff:203.0.113.9' })).message).toBe(
      'Successfully added whitelist!',
    );
  expect((await ask('fetchallwhites')).body['whitelists']).toEqual([{ ip: '203.0.113.9' }]);
  for (const type of ['addWhite', 'delWhite'])
    expect((await ask(type, { ip: 'nowhere' })).message).toBe('Invalid IP address!');
  expect((await ask('delWhite', { ip: '203.0.113.9' })).message).toBe(
    'Successfully deleted whitelist!',
  );
  expect((await ask('delWhite', { ip: '203.0.113.9' })).message).toBe(
    'Failed to delete whitelist!',
  );
  await ask('addWhite', { ip: '::1' });
  expect((await ask('delallwhites')).message).toBe('Successfully deleted all whitelists!');
  expect((await ask('delallwhites')).message).toBe('Failed to delete all whitelists!');
});

test('keeps the lists of applications separate', async () => {
  const { wire, ask, send } = await open();
  const { database } = wire.service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const theirs = { applicationId: 'other', createdAt: 1 };
  await database
    .insertInto('blacklist')
    .values({ ...theirs, kind: 'ip', data: here, userId: null })
    .execute();
  await database
    .insertInto('whitelist')
    .values({ ...theirs, ip: '::1' })
    .execute();
  expect((await ask('fetchallblacks')).body['blacklists']).toEqual([]);
  expect((await ask('fetchallwhites')).body['whitelists']).toEqual([]);
  for (const type of ['delblacks', 'delallwhites']) expect((await ask(type)).success).toBe(false);
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
  expect((await send({ type: 'init', name: 'Other' })).body).toMatchObject({
    reason: 'blacklisted',
  });
});

test('clears a short list in one step, even beside long lists of another application', async () => {
  const { wire, ask } = await open();
  const { database } = wire.service;
  const { id: applicationId } = await addOtherApplication(wire.service, { id: 'next-door' });
  const theirs = Array.from({ length: firstBatchRows + 1 }, (_, index) => ({
    applicationId,
    createdAt: 1,
    ip: `2001:db8::${index.toString(16)}`,
  }));
  await database.insertInto('whitelist').values(theirs).execute();
  for (const kind of ['ip', 'hwid'] as const)
    await database
      .insertInto('blacklist')
      .values(theirs.map(({ ip, ...row }) => ({ ...row, kind, data: ip, userId: null })))
      .execute();
  // Sorts after the other application's entries in both lists.
  await ask('black', { ip: '203.0.113.9', hwid: 'some-device' });
  await ask('addWhite', { ip: '203.0.113.9' });
  for (const type of ['delblacks', 'delallwhites']) expect((await ask(type)).success).toBe(true);
  // A deletion in several steps creates a job.
  expect(await database.selectFrom('jobs').select('type').execute()).toEqual([]);
  for (const table of ['blacklist', 'whitelist'] as const) {
    const left = await database.selectFrom(table).select('applicationId').execute();
    expect(new Set(left.map((row) => row.applicationId))).toEqual(new Set([applicationId]));
  }
});

test('a blacklisted address gets no session and no sign-in unless it is whitelisted', async () => {
  const { wire, ask, send } = await open();
  const { username, password: pass } = await wire.service.addUser();
  const sessionid = await wire.init();
  const login = () => send({ type: 'login', sessionid, username, pass, hwid });
  await ask('black', { ip: here });
  const refused = {
    reason: 'blacklisted',
    message: "You've been blacklisted from our application",
  };
  expect((await send({ type: 'init' })).body).toMatchObject(refused);
  expect((await login()).body).toMatchObject(refused);
  await ask('addWhite', { ip: here });
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
  expect((await login()).body).toMatchObject({ success: true });
});

test('a blacklisted device cannot sign in, even from a whitelisted address', async () => {
  const { wire, ask, send } = await open();
  const { username, password: pass } = await wire.service.addUser();
  const sessionid = await wire.init();
  await ask('addWhite', { ip: here });
  await ask('black', { hwid });
  const login = (device: string, given = pass) =>
    send({ type: 'login', sessionid, username, pass: given, hwid: device });
  expect((await login(hwid, 'wrong')).body).toMatchObject({ reason: 'bad-credentials' });
  expect((await login(hwid)).body).toMatchObject({ reason: 'blacklisted' });
  expect((await login(otherHwid)).body).toMatchObject({ success: true });
  // The order of docs/protocol.md#sign-in-checks: banned, blacklisted, wrong device.
  expect((await login(hwid)).body).toMatchObject({ reason: 'blacklisted' });
  await wire.service.changeUser(username, { banned: '' });
  expect((await login(hwid)).body).toMatchObject({ reason: 'banned' });
});

test('checkblacklist answers success if the client is blacklisted', async () => {
  const { wire, ask, send } = await open();
  const sessionid = await wire.init();
  const check = async (device?: string) => {
    const { body } = await send({
      type: 'checkblacklist',
      sessionid,
      ...(device && { hwid: device }),
    });
    return [body['success'], body['message'], body['reason']];
  };
  const no = [false, 'Client is not blacklisted', 'not-blacklisted'];
  const yes = [true, 'Client is blacklisted', undefined];
  expect(await check()).toEqual(no);
  await ask('black', { hwid });
  expect(await check(hwid)).toEqual(yes);
  expect(await check(otherHwid)).toEqual(no);
  expect(await check()).toEqual(no);
  await ask('black', { ip: here });
  expect(await check()).toEqual(yes);
  await ask('addWhite', { ip: here });
  expect(await check()).toEqual(no);
  expect((await send({ type: 'checkblacklist', sessionid: 'x'.repeat(43) })).body).toMatchObject({
    reason: 'session-gone',
  });
});
