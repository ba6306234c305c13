// The requests to the service: their URL and parameters, and passwords that arrive unchanged.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRequest, mustNotRetry } from '@latchkey/client/licensing.ts';
import { commands } from '../../src/shared/contract.ts';
import { decode, fakePublicKey, accountInfo } from '../support/fake-http.ts';
import { anna, atForm } from './harness.ts';

describe('the address', () => {
  test.each([
    ['https://a.example', 'https://a.example/api/1.3/'],
    ['https://a.example/', 'https://a.example/api/1.3/'],
    ['https://a.example/deep/path', 'https://a.example/deep/path/api/1.3/'],
    ['https://a.example/deep/path//', 'https://a.example/deep/path/api/1.3/'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/1.3/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/api/1.3/'],
  ])('is built from the base URL %s', (baseUrl, url) => {
    expect(buildRequest({ baseUrl, method: 'POST' }, { a: 'b' })).toEqual({
      method: 'POST',
      url,
      body: 'a=b',
    });
    expect(buildRequest({ baseUrl, method: 'GET' }, { a: 'b' })).toEqual({
      method: 'GET',
      url: `${url}?a=b`,
    });
  });
});

describe('a sign-in request', () => {
  test('has every parameter once in the query with GET', async () => {
    const { handlers, http } = await atForm();
    await handlers.signIn({ ...anna, remember: false });
    const sent = http.sent[1];
    expect(sent?.method).toBe('GET');
    const names = [...new URL(sent?.url ?? '').searchParams.keys()].sort();
    expect(names).toEqual([
      'challenge',
      'computer',
      'hwid',
      'keys',
      'name',
      'ownerid',
      'pass',
      'sessionid',
      'system',
      'type',
      'username',
    ]);
  });

  test('has no parameter in the URL with POST', async () => {
    const { handlers, http, at } = await atForm({ service: { method: 'POST' } });
    await handlers.signIn({ ...anna, remember: false });
    at('ready');
    for (const sent of http.sent) {
      expect(sent.method).toBe('POST');
      expect(sent.url).toBe('https://licenses.example/root/api/1.3/');
    }
    expect(http.sent[1]?.params).toMatchObject({ type: 'login', pass: anna.password });
  });

  test('has its own challenge of 32 bytes in base64url', async () => {
    const { handlers, http } = await atForm();
    await handlers.signIn({ ...anna, remember: false });
    await handlers.retry({});
    const challenges = http.sent.map(({ params }) => params['challenge'] ?? '');
    expect(new Set(challenges).size).toBe(3);
    for (const challenge of challenges) {
      expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    }
  });

  test('lists each known public key once', async () => {
    const other = 'ab'.repeat(32);
    const service = { publicKeys: [other, fakePublicKey.toUpperCase()] };
    const { http } = await atForm({ service });
    const idOf = (key: string) =>
      createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 16);
    const asked = http.sent.map(({ params }) => params['keys']);
    expect(new Set(asked)).toEqual(new Set([`${idOf(fakePublicKey)},${idOf(other)}`]));
    const unsigned = await atForm({ service: { publicKey: undefined, allowUnsigned: true } });
    expect(unsigned.http.sent.map(({ params }) => params['keys'])).toEqual([undefined]);
  });

  test('has no challenge if the configuration turns it off', async () => {
    const { http } = await atForm({ service: { challenge: 'off' } });
    expect(http.sent[0]?.params).not.toHaveProperty('challenge');
  });

  test.each(['&type=upgrade#', 'a+b %20 c', '🔑 ключ مفتاح', '=&?', ' spaces ', 'a'.repeat(1024)])(
    'sends the password %o unchanged',
    async (password) => {
      for (const method of ['GET', 'POST']) {
        const { handlers, http } = await atForm({ service: { method } });
        await handlers.signIn({ ...anna, password, remember: false });
        expect(http.sent[1]?.params).toMatchObject({ type: 'login', pass: password });
      }
    },
  );
});

describe('a separate connection', () => {
  test('is used only for keys and codes', async () => {
    const { handlers, http, at } = await atForm();
    http.on('login', ({ params }) =>
      params['code'] === undefined
        ? { success: false, reason: 'code-needed', message: '2FA code required.' }
        : { success: true, info: accountInfo('anna') },
    );
    await handlers.signIn({ ...anna, remember: false });
    await handlers.submitCode({ code: '123456' });
    at('ready');
    await handlers.redeem({ username: 'anna', key: 'NWPRO-1' });
    await handlers.signOut({});
    const seen = http.sent.map(({ params, newConnection }) => [params['type'], newConnection]);
    expect(seen.filter(([, alone]) => alone)).toEqual([
      ['login', true],
      ['upgrade', true],
    ]);
    for (const type of ['init', 'login', 'logout']) expect(seen).toContainEqual([type, false]);
  });

  test.each(['upgrade', 'register', 'license', '2faenable', '2fadisable'])(
    'is used for %s',
    (type) => {
      expect(mustNotRetry({ type })).toBe(true);
    },
  );
});

/** Any well-formed text that the bridge accepts as a password, so without control characters. */
const passwords = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 256 })
  .filter((text) => commands.signIn.shape.password.safeParse(text).success);

test.each(['GET', 'POST'] as const)('10 000 random passwords arrive unchanged by %s', (method) => {
  const signal = new AbortController().signal;
  let seen = 0;
  fc.assert(
    fc.property(passwords, (password) => {
      const params = { type: 'login', pass: password, username: 'anna' };
      const request = {
        ...buildRequest({ baseUrl: 'https://a.example', method }, params),
        signal,
      };
      const arrived = decode(request).params;
      expect(Buffer.from(arrived['pass'] ?? '')).toEqual(Buffer.from(password));
      expect(Object.keys(arrived)).toEqual(['type', 'pass', 'username']);
      seen += 1;
    }),
    { numRuns: 10_000, seed: 20_261_121 },
  );
  expect(seen).toBe(10_000);
});
