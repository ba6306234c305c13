// New accounts on the customers' page: with an unused key, and for nobody without one.
import { expect, test } from 'vitest';
import { openMailServer } from './mail-server-parts.ts';
import { openWithPage } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';
import { freshChallenge, hwid } from './support/service-client.ts';

const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });
const pass = 'a good password';

test('creates an account with an unused key, and signs in', async () => {
  const { browser, service, send, init } = await openWithPage();
  await service.setApp({ hwidLock: true, forceHwid: true });
  const key = await service.addLicense({ days: 30 });
  const one = browser();
  const email = 'anna@example.com';
  const created = await one.ask('register', { username: 'anna', pass, key, email });
  expect(created).toMatchObject({ status: 200, body: { success: true } });
  expect(created.body).toEqual({ success: true });
  expect((await one.ask('me')).body).toMatchObject({
    name: 'anna',
    keys: [{ key: `****${key.slice(-4)}` }],
    subscriptions: [{ state: 'running' }],
    computers: { list: [] },
  });
  // The first computer that signs in takes the seat.
  const login = { type: 'login', sessionid: await init(), username: 'anna', pass, hwid };
  expect((await send(login)).body['success']).toBe(true);
  expect((await browser().ask('login', { username: email, pass })).status).toBe(200);
  const why = await sellerOf(service)('why', { user: 'anna' });
  expect(why.body).toMatchObject({ code: 'ok' });
  const history = await sellerOf(service)('fetchhistory', { user: 'anna' });
  expect(JSON.stringify(history.body)).toContain('"pageregister"');
});

test('only the owner of an unused key learns that a name is taken', async () => {
  const { browser, service } = await openWithPage();
  await service.addUser({ username: 'anna' });
  const [unused, used, banned] = [
    await service.addLicense({ days: 30 }),
    await service.addLicense({ days: 30 }),
    await service.addLicense({ days: 30 }),
  ];
  const seller = sellerOf(service);
  const ask = async (username: string, key: string) => {
    const { status, body } = await browser().ask('register', { username, pass, key });
    return { status, body };
  };
  expect((await ask('berta', used)).status).toBe(200);
  await seller('ban', { key: banned, reason: 'Refund' });
  for (const key of ['NO-SUCH-KEY', used, banned]) {
    const taken = await ask('anna', key);
    expect(taken).toEqual(await ask('free-name', key));
    expect(taken.body['code']).not.toBe('username-taken');
  }
  expect(await ask('anna', unused)).toMatchObject(refused('username-taken'));
  // The key stays unused.
  expect((await ask('carla', unused)).status).toBe(200);
});

test('a guess of a key here is a guess in the client API', async () => {
  const { browser, send, init } = await openWithPage();
  const codes: unknown[] = [];
  const api = async () => {
    const given = { username: 'anna', pass, key: 'NO-SUCH-KEY', hwid };
    const request = { type: 'register', sessionid: await init(), challenge: freshChallenge() };
    return (await send({ ...request, ...given })).body['reason'];
  };
  for (let tries = 0; tries < 3; tries += 1) {
    const given = { username: 'anna', pass, key: 'NO-SUCH-KEY' };
    codes.push((await browser().ask('register', given)).body['code'], await api());
  }
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'key-unknown'), 'rate-limited']);
});

test('a taken e-mail is refused only with an unused key, and refused names say why', async () => {
  const { smtpFile } = await openMailServer();
  const { browser, service } = await openWithPage({ smtpFile });
  await service.addUser({ username: 'anna' });
  await sellerOf(service)('editemail', { user: 'anna', email: 'anna@example.com' });
  const key = await service.addLicense({ days: 30 });
  const email = 'anna@example.com';
  const ask = (given: Readonly<Record<string, string>>) => browser().ask('register', given);
  expect(await ask({ username: 'berta', pass, key: 'NO-SUCH-KEY', email })).toMatchObject(
    refused('key-unknown'),
  );
  expect(await ask({ username: 'berta', pass, key, email })).toMatchObject(refused('email-taken'));
  expect(await ask({ username: 'all', pass, key })).toMatchObject(refused('username-reserved'));
  expect(await ask({ username: 'berta', pass, key, hwid })).toMatchObject(refused('bad-request'));
  expect((await ask({ username: 'berta', pass, key })).status).toBe(200);
});
