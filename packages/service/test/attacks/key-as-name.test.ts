// Attack: others try to see a user name that is a license key, because the key also signs in.
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';

async function open() {
  const wire = await openWire({ after: () => () => {} });
  const { service, send, init } = wire;
  const ask = sellerOf(service);
  const key = await service.addLicense({ days: 30 });
  const sessionid = await init();
  const signIn = () => send({ type: 'license', sessionid, key, hwid });
  expect((await signIn()).body).toMatchObject({ success: true });
  await ask('addwebhook', {
    baseurl: 'https://hook.example/',
    events: 'login,login-failed,log,ban',
  });
  await ask('addchannel', { name: 'main', delay: '0' });
  await ask('del', { license: key });
  // The database looks as if everything that the key granted had been removed.
  await service.database.deleteFrom('grants').where('licenseKey', '=', key).execute();
  const everything = async () => {
    const rows = async (table: 'chatMessages' | 'auditLogs' | 'deliveries' | 'statistics') =>
      JSON.stringify(await service.database.selectFrom(table).selectAll().execute());
    const tables = ['chatMessages', 'auditLogs', 'deliveries', 'statistics'] as const;
    return (await Promise.all(tables.map(rows))).join('\n');
  };
  return { ...wire, ask, key, sessionid, signIn, everything };
}

test('masks a user name that was a license key, even after the key and its user are deleted', async () => {
  const { service, send, ask, key, sessionid, signIn, everything } = await open();
  const masked = `****${key.slice(-4)}`;
  const { body } = await signIn();
  expect(body).toMatchObject({ success: true });
  await send({ type: 'chatsend', sessionid, channel: 'main', message: 'hello' });
  await send({ type: 'log', sessionid, message: 'hello' });
  const { body: online } = await send({ type: 'fetchOnline', sessionid });
  expect(JSON.stringify(online['users'])).toContain(masked);
  await send({ type: 'login', sessionid, username: key, pass: 'wrong', hwid });
  await ask('extend', { user: key, sub: 'Pro', expiry: '1' });
  await ask('banuser', { user: key, reason: 'shared' });
  await ask('unbanuser', { user: key });
  await ask('deluser', { user: key });
  const left = await everything();
  expect(left).not.toContain(key);
  expect(left.toLowerCase()).not.toContain(key.toLowerCase());
  expect(left.split(masked).length).toBeGreaterThan(6);
  const types = await service.database.selectFrom('auditLogs').select('type').execute();
  expect(types.map(({ type }) => type)).toContain('deluser');
});

test('shows other user names, even if the user was renamed from a license key', async () => {
  const { service, send, ask, key, everything } = await open();
  await ask('editusername', { currentUsername: key, newUsername: 'Somebody' });
  await ask('banuser', { user: 'Somebody', reason: 'shared' });
  const { username, password: pass } = await service.addUser();
  await ask('editusername', { currentUsername: username, newUsername: 'Newcomer' });
  const { body } = await send({ type: 'init' });
  const sessionid = String(body['sessionid']);
  await send({ type: 'login', sessionid, username: 'Newcomer', pass, hwid });
  await send({ type: 'chatsend', sessionid, channel: 'main', message: 'hello' });
  const left = await everything();
  for (const name of ['Somebody', 'Newcomer']) expect(left).toContain(name);
  expect(left).not.toContain(key);
});

test('the position in the list of online users does not reveal a masked name', async () => {
  // In the order of the names, the last characters of these keys descend.
  const keys = ['AAAA-BBBB-CCCC-9999', 'MMMM-BBBB-CCCC-5555', 'ZZZZ-BBBB-CCCC-1111'];
  const { service, send, init } = await openWire();
  const ask = sellerOf(service);
  for (const mask of keys) {
    expect((await ask('add', { expiry: '30', mask, force: '1' })).body).toMatchObject({
      key: mask,
    });
    await send({ type: 'license', sessionid: await init(), key: mask, hwid });
  }
  const { username, password: pass } = await service.addUser({ username: 'NNNN' });
  const sessionid = await init();
  await send({ type: 'login', sessionid, username, pass, hwid });
  const { body } = await send({ type: 'fetchOnline', sessionid });
  expect(body['users']).toEqual(
    ['****1111', '****5555', '****9999', 'NNNN'].map((credential) => ({ credential })),
  );
});
