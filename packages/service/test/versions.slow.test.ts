// Versions of a program: each is accepted until its last day, and users of an old one get a notice.
import { expect, test } from 'vitest';
import { readVersions } from '@latchkey/protocol/versions.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

/** An hour before the end of 2027-01-31. A sign-in lasts longer than that hour. */
const late = Date.UTC(2027, 0, 31, 23) / 1000;
const end = late + 3600;
const download = 'https://example.com/get';

async function open() {
  const clock = { now: late };
  const wire = await openWire({ now: () => clock.now * 1000 });
  const ask = sellerOf(wire.service);
  const set = async (version: string) => {
    expect((await ask('updatesettings', { version, download })).body['success']).toBe(true);
  };
  const start = async (ver: string) => (await wire.send({ type: 'init', ver })).body;
  const user = await wire.service.addUser({ username: 'anna' });
  await wire.service.addUser({ username: 'ben' });
  const signIn = async (ver: string) => {
    const { sessionid } = await start(ver);
    const { username, password: pass } = user;
    const login = { type: 'login', sessionid: String(sessionid), username, pass, hwid };
    expect((await wire.send(login)).body).toMatchObject({ success: true });
    return async () => (await wire.send({ type: 'check', sessionid: String(sessionid) })).body;
  };
  return { clock, ask, set, start, signIn };
}

test('accepts each version until the end of its last day, and no others', async () => {
  const { clock, set, start, ask } = await open();
  await set('1.0@2027-01-31, 1.1 ,2.0');
  for (const ver of ['1.0', '1.1', '2.0'])
    expect(await start(ver)).toMatchObject({ success: true, appinfo: { version: '2.0' } });
  for (const ver of ['1.0@2027-01-31', '1.0@2027-01-31, 1.1', '1', '2.0,1.1', ''])
    if (ver !== '')
      expect(await start(ver)).toMatchObject({
        reason: 'update-required',
        version: '2.0',
        download,
      });
  clock.now = end - 1;
  expect(await start('1.0')).toMatchObject({ success: true });
  clock.now = end;
  expect(await start('1.0')).toMatchObject({ reason: 'update-required', version: '2.0', download });
  expect(await start('1.1')).toMatchObject({ success: true });
  expect((await ask('appdetails')).body['appdetails']).toMatchObject({ version: '2.0' });
  expect((await ask('getsettings')).body['version']).toBe('1.0@2027-01-31, 1.1 ,2.0');
});

test('a check notifies users of an older version, and they can continue', async () => {
  const { clock, set, signIn } = await open();
  await set('1.0,2.0');
  const old = await signIn('1.0');
  const current = await signIn('2.0');
  expect((await old())['update']).toBeUndefined();
  await set('1.0@2027-01-31,2.0');
  expect(await old()).toMatchObject({
    success: true,
    update: { version: '2.0', download, by: end },
  });
  expect((await current())['update']).toBeUndefined();
  clock.now = end + 60;
  expect(await old()).toMatchObject({ success: true, update: { by: end } });
  await set('2.0');
  expect(await old()).toMatchObject({ success: true, update: { version: '2.0', by: clock.now } });
  expect((await current())['update']).toBeUndefined();
});

test('the newest version is the one with the latest last day', async () => {
  const { set, start } = await open();
  await set('3@2027-03-01,2@2027-02-01');
  expect(await start('1')).toMatchObject({ reason: 'update-required', version: '3' });
});

test.each([
  '1.0@tomorrow',
  '1.0@2027-02-30',
  '1.0,',
  ',',
  '1.0,1.0@2027-01-31',
  '@2027-01-31',
  'x'.repeat(51),
  'a\nb',
  Array.from({ length: 21 }, (_, index) => index).join(','),
])('rejects an invalid list and changes nothing: %s', async (version) => {
  const { ask, set, start } = await open();
  await set('1.0');
  const { body } = await ask('updatesettings', { version });
  expect(body).toMatchObject({ success: false });
  expect(String(body['message'])).toContain('1.0@2027-01-31,1.1');
  expect(await start('1.0')).toMatchObject({ success: true });
});

test('a version stored by an earlier service counts as one version, even in a form that is invalid now', async () => {
  const { start } = await open();
  expect(readVersions('1.0@beta')).toBeNull();
  const wire = await openWire();
  for (const version of ['1.0@beta', '1,0']) {
    await wire.service.setApp({ version });
    expect((await wire.send({ type: 'init', ver: version })).body).toMatchObject({ success: true });
  }
  expect(await start('0.1')).toMatchObject({ reason: 'update-required' });
});
