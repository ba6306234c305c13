// Unsigned answers and server errors: how the loader reports each of them, and what it never
// believes because of them.
import { describe, expect, test } from 'vitest';
import { accountInfo, signText } from '../support/fake-http.ts';
import {
  atCode,
  atForm,
  atReady,
  createHarness,
  failureAfterStart as startWith,
  type Harness,
  form,
} from './harness.ts';

describe('a service that does not sign', () => {
  const service = { publicKey: undefined, allowUnsigned: true };
  const strip = ({ http }: Harness) => http.tamper((answer) => ({ ...answer, headers: {} }));

  test('is accepted if the configuration allows it', async () => {
    const harness = createHarness({ service });
    strip(harness);
    await harness.loader.start();
    await harness.handlers.signIn(form);
    harness.at('ready');
  });

  test.each([
    [{ status: 200, text: 'KeyAuth_Invalid' }, 'app-unknown'],
    [{ status: 200, text: '<html>' }, 'captive-portal'],
    [{ status: 200, text: '{"success":' }, 'bad-reply'],
    [{ status: 200, text: '[]' }, 'bad-reply'],
    [{ status: 200, text: '' }, 'bad-reply'],
    [{ status: 500, text: '' }, 'server-down'],
    [{ status: 429, text: '{"status":false,"message":"slow down"}' }, 'rate-limited'],
    [{ status: 200, text: '{"success":true,"sessionid":"s","ownerid":"someoneEls"}' }, 'bad-reply'],
    [{ status: 200, text: '{"success":true,"sessionid":"s"}' }, 'signed-out'],
  ])('leads to the failure for its answer: %o', async (answer, expected) => {
    expect(await startWith(({ http }) => http.on('init', answer), { service })).toBe(expected);
  });
});

describe('modified answers', () => {
  test.each([
    [200, 'text/html', '<!doctype html><title>Sign in</title>', 'captive-portal'],
    [200, 'text/plain', '\n <HTML>', 'captive-portal'],
    [302, '', '', 'bad-reply'],
    [511, 'text/html', '<html>', 'captive-portal'],
    [407, 'text/html', '<html>', 'proxy-auth'],
    [403, 'text/html', '<html>', 'bad-reply'],
    [404, 'text/plain', 'not here', 'bad-reply'],
    [200, 'text/plain', '', 'bad-reply'],
    [200, 'text/plain', '\u0000\u0001', 'bad-reply'],
    [200, 'text/plain', 'KeyAuth_Invalid', 'bad-signature'],
    [200, 'application/json', '{"success":true,"sessionid":"s"}', 'bad-signature'],
    [400, 'application/json', '{"success":false}', 'bad-signature'],
    [404, 'application/json', '{"success":false}', 'bad-signature'],
    [429, 'application/json', '{"status":false}', 'server-down'],
    [500, 'application/json', '{"success":false}', 'server-down'],
    [502, 'text/html', '<html>', 'server-down'],
    [503, 'text/html', '<html>', 'server-down'],
    [504, 'text/html', '<html>', 'server-down'],
  ])('an unsigned answer %i %s %o is reported as %s', async (status, type, text, expected) => {
    const answer = { status, text, headers: { 'content-type': type } };
    expect(await startWith(({ http }) => http.on('init', answer))).toBe(expected);
  });

  test.each([
    ['offline', 'offline'],
    ['dns', 'dns'],
    ['refused-connection', 'refused-connection'],
    ['timeout', 'timeout'],
    ['tls', 'tls'],
    ['proxy-auth', 'proxy-auth'],
    ['redirect', 'bad-reply'],
    ['led-away', 'captive-portal'],
    ['too-large', 'bad-reply'],
    ['malformed', 'bad-reply'],
    ['broken-off', 'interrupted'],
  ] as const)('the network fault %s is reported as %s', async (fault, expected) => {
    expect(await startWith(({ http }) => http.on('init', { fault }))).toBe(expected);
  });

  test('a service that is down gets no further request within half a minute', async () => {
    const { loader, http, clock, at } = createHarness();
    http.on('init', { status: 503, text: '' });
    await loader.start();
    expect(at('unreachable').failure).toMatchObject({
      code: 'server-down',
      retryAt: clock.now() + 30_000,
    });
  });

  test.each<[number, Readonly<Record<string, string>>, number]>([
    [503, { 'retry-after': '120' }, 120],
    [503, { 'retry-after': '600' }, 600],
    [503, { 'retry-after': '5' }, 30],
    [503, { 'retry-after': '0' }, 30],
    [503, { 'retry-after': '86400' }, 600],
    [429, { 'retry-after': ' 90 ' }, 90],
    [502, { 'retry-after': '90' }, 90],
    [503, { 'retry-after': '-1' }, 30],
    [503, { 'retry-after': '1e9' }, 30],
    [503, { 'retry-after': 'soon' }, 30],
    [503, { 'retry-after': '9'.repeat(40) }, 30],
    [
      503,
      {
        'retry-after': 'Wed, 25 Nov 2026 10:05:00 GMT',
        date: 'Wed, 25 Nov 2026 10:00:00 GMT',
      },
      300,
    ],
    [
      503,
      {
        'retry-after': 'Wed, 25 Nov 2026 10:00:00 GMT',
        date: 'Wed, 25 Nov 2026 10:05:00 GMT',
      },
      30,
    ],
    [403, { 'retry-after': '120' }, 0],
  ])('an unsigned %i with %o is retried after %i seconds', async (status, headers, seconds) => {
    const { loader, http, clock, at } = createHarness();
    http.on('init', { status, text: '', headers });
    await loader.start();
    const { failure } = at('unreachable');
    const retryAt = 'retryAt' in failure ? failure.retryAt : null;
    expect(retryAt).toBe(seconds === 0 ? null : clock.now() + seconds * 1000);
    if (seconds === 0) return;
    // No request is sent before that time.
    const before = http.sent.length;
    await clock.advance(seconds * 1000 - 1);
    expect(http.sent).toHaveLength(before);
  });

  test('a signed answer is parsed the same way with any status', async () => {
    const { http, handlers, at } = await atReady();
    http.tamper((answer) => ({ ...answer, status: 403 }));
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at('running');
  });

  test('a signed body that is not JSON or not text is rejected', async () => {
    const texts = ['{"success":true', 'null', '"text"', '[1]'];
    for (const text of texts)
      expect(
        await startWith(({ http, clock }) => http.tamper(() => signText(text, clock.now())), {
          service: { challenge: 'off' },
        }),
      ).toBe('bad-reply');
  });
});

describe('a server error', () => {
  const serverDown = { code: 'server-down' };

  test.each([
    ['text', { success: false, message: 'Error: connect ECONNREFUSED 10.0.0.3:5432' }],
    ['a reason that nobody knows', { success: false, reason: 'panic', message: 'Error' }],
    ['the reason for it', { success: false, reason: 'internal', message: 'Internal error.' }],
    ['a success, even', { success: true, message: 'Logged in!', info: accountInfo('anna') }],
  ])('is recognized at status 500 and above in a signed answer with %s', async (_name, fields) => {
    for (const status of [500, 503, 599]) {
      const { http, handlers, at, session, clock } = await atForm();
      http.on('login', fields);
      http.tamper((answer) => ({ ...answer, status }));
      await handlers.signIn(form);
      expect(at('unreachable').failure).toMatchObject({
        ...serverDown,
        retryAt: clock.now() + 30_000,
        sellerText: null,
      });
      expect(session().trust).toMatchObject({ kind: 'verified', at: clock.now() });
    }
  });

  test('has its reason if the answer contains a known one', async () => {
    const { http, handlers } = await atForm();
    http.on('login', { success: false, reason: 'bad-credentials', message: 'no' });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    expect(await handlers.signIn(form)).toMatchObject({ failure: { code: 'bad-credentials' } });
  });

  test('is recognized by the reason `internal` at any status', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', { success: false, reason: 'internal', message: 'no' });
    await handlers.signIn(form);
    expect(at('unreachable').failure).toMatchObject(serverDown);
  });

  test.each([
    ['signed without the echo', true],
    ['not signed', false],
  ])('is recognized in an answer that is %s', async (_name, isSigned) => {
    const { http, handlers, at, clock, session } = await atForm();
    const text = '{"success":false,"message":"Error: out of memory"}';
    http.on('login', { success: false, message: 'no' });
    http.tamper(() =>
      isSigned
        ? signText(text, clock.now(), 500)
        : { ok: true, status: 500, headers: {}, body: Buffer.from(text) },
    );
    await handlers.signIn(form);
    expect(at('unreachable').failure).toMatchObject(serverDown);
    expect(session().trust).toEqual({ kind: 'refused' });
  });

  test('is not reported as a wrong code after a code was sent', async () => {
    const { http, handlers, at } = await atCode();
    http.on('login', { success: false, message: 'Error: ETIMEDOUT' });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    await handlers.submitCode({ code: '123456' });
    expect(at('unreachable').failure).toMatchObject(serverDown);
  });

  test('leaves it unknown after a redeem whether the key was added', async () => {
    const { http, handlers } = await atForm();
    http.on('upgrade', { success: true });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    const key = { username: 'anna', key: 'NWPRO-1' };
    expect(await handlers.redeem(key)).toMatchObject({ failure: serverDown });
    http.tamper(null);
    http.on('upgrade', { success: false, reason: 'key-used', message: 'used' });
    expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: true } });
  });

  test('is recognized from a service that does not sign', async () => {
    const service = { publicKey: undefined, allowUnsigned: true };
    const text = '{"success":false,"message":"Error: ENOSPC"}';
    expect(await startWith(({ http }) => http.on('init', { status: 500, text }), { service })).toBe(
      'server-down',
    );
  });
});
