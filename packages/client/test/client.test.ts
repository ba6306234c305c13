// The public client on Node, against the real service.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService } from '../../service/test/support/service.ts';
import { ownApplication } from '../../service/test/support/own-application.ts';
import { createClient, type ClientOptions } from '../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

function open(given: Partial<ClientOptions> = {}) {
  const client = createClient({
    baseUrl: service.url,
    name: ownApplication.name,
    ownerid: ownApplication.ownerid,
    version: '1.0',
    publicKeys: [service.publicKey],
    ...given,
  });
  onTestFinished(() => {
    client.close();
  });
  return client;
}
const hwid = randomBytes(32).toString('hex');

test('signs in and reports the service time', async () => {
  const { username, password } = await service.addUser({ subscription: { days: 30 } });
  const client = open();
  expect(client.serviceTimeMs()).toBeNull();
  const reply = await client.request('login', { username, pass: password, hwid });
  expect(reply).toMatchObject({ ok: true, value: { info: { username } } });
  expect(Math.abs((client.serviceTimeMs() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('reports a wrong password as data', async () => {
  const { username } = await service.addUser({ subscription: { days: 30 } });
  const reply = await open().request('login', { username, pass: 'wrong', hwid });
  expect(reply).toMatchObject({
    ok: false,
    failedOperation: 'login',
    refusal: { facts: { code: 'bad-credentials' } },
  });
});

test('rejects answers signed by another key', async () => {
  const { username, password } = await service.addUser({ subscription: { days: 30 } });
  const client = open({ publicKeys: [randomBytes(32).toString('hex')] });
  const reply = await client.request('login', { username, pass: password, hwid });
  expect(reply).toMatchObject({
    ok: false,
    failedOperation: 'init',
    refusal: { facts: { code: 'bad-signature' } },
  });
});

test('redeems without a password and without a sign-in', async () => {
  const { username } = await service.addUser();
  const key = await service.addLicense({ days: 30, level: '1' });
  const client = open();
  expect(await client.request('upgrade', { username, key })).toMatchObject({ ok: true });
  expect(await client.request('check', {})).toMatchObject({
    ok: false,
    refusal: { facts: { code: 'not-signed-in' } },
  });
});

test('cancels a request in flight on close', async () => {
  const client = open();
  const reply = client.request('check', {});
  client.close();
  expect(await reply).toMatchObject({ ok: false, refusal: { facts: { code: 'cancelled' } } });
});

test.each([
  ['no key', { publicKeys: [] }],
  ['a malformed key', { publicKeys: ['abc'] }],
  ['plain http', { baseUrl: 'http://licenses.example.com' }],
  ['a query', { baseUrl: 'https://licenses.example.com/?a=b' }],
  ['a password', { baseUrl: 'https://user:secret@licenses.example.com' }],
  ['no address', { baseUrl: 'licenses.example.com' }],
  ['another scheme', { baseUrl: 'ftp://licenses.example.com' }],
])('createClient rejects %s', (_, given) => {
  expect(() => open(given)).toThrow(TypeError);
});
