// What comes back: the signature before anything is read, freshness, whose answer it is, and one meaning for everything that
// can go wrong on the way.
import { describe, expect, test } from 'vitest';
import { checkSignature, readPublicKey } from '../../src/main/core/wire/signature.ts';
import { signatureHeader, timestampHeader } from '../../src/shared/wire/envelope.ts';
import { infoOf, sealed, type SignedAnswer } from '../support/fake-http.ts';
import {
  atCode,
  atForm,
  atReady,
  createHarness,
  type Harness,
  type HarnessOptions,
  form,
} from './harness.ts';

const granted = { success: true, info: infoOf('anna') } as const;

/** The failure on the screen after a start whose `init` came back like this. */
async function startWith(
  change: (harness: Harness) => void,
  options: HarnessOptions = {},
): Promise<string> {
  const harness = createHarness(options);
  change(harness);
  await harness.loader.start();
  const phase = harness.phase();
  return phase.kind === 'unreachable' ? phase.failure.code : phase.kind;
}

describe('the signature', () => {
  const publicKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
  const key = [readPublicKey('ab'.repeat(32)), readPublicKey(publicKey)];
  const body = Buffer.from(
    '{"success":true,"code":68,"message":"Upgraded successfully","nonce":"00000000-0000-4000-8000-000000000000","ownerid":"0123456789"}',
  );
  const headers = {
    [timestampHeader]: '1700000000',
    [signatureHeader]:
      '15f587d4e1d999d136e36506e920fc7e051c411c9caef36132c4109b41ca38ba8adcd8c03b24666156764d32ece410e085db13cb6334730eeb8af5874c2cf908',
  };

  test("of the contract's vector is valid", () => {
    expect(checkSignature(key, headers, body)).toEqual({
      kind: 'valid',
      signedAtMs: 1_700_000_000_000,
      by: publicKey,
    });
    const upper = { ...headers, [signatureHeader]: headers[signatureHeader].toUpperCase() };
    expect(checkSignature(key, upper, body).kind).toBe('valid');
  });

  test('fails with any byte changed, in body, time or signature', () => {
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(checkSignature(key, headers, changed).kind).toBe('invalid');
    }
    expect(checkSignature(key, { ...headers, [timestampHeader]: '1700000001' }, body).kind).toBe(
      'invalid',
    );
    expect(checkSignature(key, { ...headers, [timestampHeader]: '01700000000' }, body).kind).toBe(
      'invalid',
    );
    const shorter = headers[signatureHeader].slice(2);
    expect(checkSignature(key, { ...headers, [signatureHeader]: shorter }, body).kind).toBe(
      'invalid',
    );
  });

  test('cannot be reused by moving bytes between time and body', () => {
    const moved = { ...headers, [timestampHeader]: '1700000000{"success":true,' };
    expect(checkSignature(key, moved, body.subarray('{"success":true,'.length)).kind).toBe(
      'invalid',
    );
    const fewer = { ...headers, [timestampHeader]: '170000000' };
    expect(checkSignature(key, fewer, Buffer.concat([Buffer.from('0'), body])).kind).toBe('valid');
  });

  test('one header alone is none', () => {
    expect(checkSignature(key, { [timestampHeader]: '1' }, body).kind).toBe('missing');
    expect(checkSignature(key, { [signatureHeader]: 'ab' }, body).kind).toBe('missing');
  });
});

describe('an answer that was changed or recorded', () => {
  const without = (name: string) => (answer: SignedAnswer) => {
    const { [name]: _gone, ...headers } = answer.headers;
    return { ...answer, headers };
  };
  const edit = (from: string, to: string) => (answer: SignedAnswer) => ({
    ...answer,
    body: Buffer.from(Buffer.from(answer.body).toString().replace(from, to)),
  });

  test.each([
    ['a changed body', edit('"success":true', '"success":true '), 'bad-signature'],
    ['a failure turned into a success', edit('false', 'true'), 'signed-out'],
    ['no signature', without(signatureHeader), 'bad-signature'],
    ['no time', without(timestampHeader), 'bad-signature'],
    ['another status', (answer: SignedAnswer) => ({ ...answer, status: 404 }), 'signed-out'],
  ])('%s', async (_name, change, expected) => {
    expect(await startWith(({ http }) => http.tamper(change))).toBe(expected);
  });

  test('a success recorded from an earlier request is refused', async () => {
    const { http, handlers, at } = await atForm();
    let recorded: SignedAnswer | null = null;
    http.on('login', granted);
    http.tamper((answer) => (recorded = answer));
    await handlers.signIn(form);
    at('ready');
    await handlers.signOut({});
    http.on('login', { success: false, reason: 'bad-credentials' });
    http.tamper((answer) =>
      Buffer.from(answer.body).includes('bad-credentials') ? (recorded ?? answer) : answer,
    );
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-signature');
  });

  test('an answer to another type is refused', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', ({ params }) => ({
      ...granted,
      type: 'upgrade',
      challenge: params['challenge'],
    }));
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-signature');
  });

  test.each([
    [{ challenge: 'A'.repeat(43) }, 'bad-signature'],
    [{ challenge: null }, 'bad-signature'],
    [{ type: 'logout' }, 'bad-signature'],
    [{ name: 'Another Application' }, 'bad-signature'],
    [{ name: undefined }, 'bad-signature'],
    [{ ownerid: 'someoneEls' }, 'bad-signature'],
    [{ ownerid: undefined }, 'bad-reply'],
    [{ success: 'true' }, 'bad-reply'],
    [{ sessionid: 7 }, 'bad-reply'],
    [{ sessionid: '' }, 'bad-reply'],
    [{ message: null, nonce: null, code: 'x', more: [1] }, 'signed-out'],
  ])('a signed init with %o', async (fields, expected) => {
    const answer = { success: true, sessionid: 's', ...fields } as { success: boolean }; // also of wrong types
    expect(await startWith(({ http }) => http.on('init', answer))).toBe(expected);
  });

  test('a computer whose clock is a year off is not locked out', async () => {
    expect(await startWith(() => undefined, { clockOffsetMs: 365 * 86_400_000 })).toBe(
      'signed-out',
    );
  });
});

describe('without a challenge', () => {
  const service = { challenge: 'off' };

  test.each([
    [120_000, 'signed-out'],
    [-119_000, 'signed-out'],
    [121_000, 'clock-skew'],
    [-121_000, 'clock-skew'],
  ])('the clocks %i ms apart: %s', async (clockOffsetMs, expected) => {
    expect(await startWith(() => undefined, { service, clockOffsetMs })).toBe(expected);
  });

  test('the difference is told', async () => {
    const { loader, at } = createHarness({ service, clockOffsetMs: 600_000 });
    await loader.start();
    expect(at('unreachable').failure).toMatchObject({ code: 'clock-skew', clockOffsetMs: 600_000 });
  });

  test('time never runs backwards', async () => {
    const { http, handlers, at, clock } = await atForm({ service });
    http.on('login', granted);
    http.tamper((answer) => sealed(Buffer.from(answer.body).toString(), clock.now() - 1000));
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-signature');
  });

  test('the signed plain text of an unknown application is read', async () => {
    const plain = ({ http, clock }: Harness) =>
      http.tamper(() => sealed('KeyAuth_Invalid', clock.now()));
    expect(await startWith(plain, { service })).toBe('app-unknown');
    expect(await startWith(plain)).toBe('bad-signature');
  });
});

describe('a service that does not sign', () => {
  const service = { publicKey: undefined, allowUnsigned: true };
  const strip = ({ http }: Harness) => http.tamper((answer) => ({ ...answer, headers: {} }));

  test('is used where the configuration says so', async () => {
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
  ])('%o', async (answer, expected) => {
    expect(await startWith(({ http }) => http.on('init', answer), { service })).toBe(expected);
  });
});

describe('on the way', () => {
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
  ])('unsigned: %i %s %o is %s', async (status, type, text, expected) => {
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
    ['broken-off', 'bad-reply'],
  ] as const)('%s is %s', async (fault, expected) => {
    expect(await startWith(({ http }) => http.on('init', { fault }))).toBe(expected);
  });

  test('a service that is down is not asked again before half a minute', async () => {
    const { loader, http, clock, at } = createHarness();
    http.on('init', { status: 503, text: '' });
    await loader.start();
    expect(at('unreachable').failure).toMatchObject({
      code: 'server-down',
      retryAt: clock.now() + 30_000,
    });
  });

  test('a signed answer is read the same way whatever its status says', async () => {
    const { http, handlers, at } = await atReady();
    http.tamper((answer) => ({ ...answer, status: 403 }));
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at('running');
  });

  test('a signed body that is no JSON, or no text at all, is unreadable and not believed', async () => {
    const texts = ['{"success":true', 'null', '"text"', '[1]'];
    for (const text of texts)
      expect(
        await startWith(({ http, clock }) => http.tamper(() => sealed(text, clock.now())), {
          service: { challenge: 'off' },
        }),
      ).toBe('bad-reply');
  });
});

describe('a fault of the server', () => {
  const serverDown = { code: 'server-down' };

  test.each([
    ['text', { success: false, message: 'Error: connect ECONNREFUSED 10.0.0.3:5432' }],
    ['a reason that nobody knows', { success: false, reason: 'panic', message: 'Error' }],
    ['the reason for it', { success: false, reason: 'internal', message: 'Internal error.' }],
    ['a success, even', { success: true, message: 'Logged in!', info: infoOf('anna') }],
  ])('500 and up, signed, with %s', async (_name, fields) => {
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
      expect(session().trust).toEqual({ kind: 'verified', at: clock.now() });
    }
  });

  test('with a reason that is known it is that', async () => {
    const { http, handlers } = await atForm();
    http.on('login', { success: false, reason: 'bad-credentials', message: 'no' });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    expect(await handlers.signIn(form)).toMatchObject({ failure: { code: 'bad-credentials' } });
  });

  test('the reason `internal` is one at any status', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', { success: false, reason: 'internal', message: 'no' });
    await handlers.signIn(form);
    expect(at('unreachable').failure).toMatchObject(serverDown);
  });

  test.each([
    ['signed, without the echo', true],
    ['not signed', false],
  ])('%s', async (_name, isSigned) => {
    const { http, handlers, at, clock, session } = await atForm();
    const text = '{"success":false,"message":"Error: out of memory"}';
    http.on('login', { success: false, message: 'no' });
    http.tamper(() =>
      isSigned
        ? sealed(text, clock.now(), 500)
        : { ok: true, status: 500, headers: {}, body: Buffer.from(text) },
    );
    await handlers.signIn(form);
    expect(at('unreachable').failure).toMatchObject(serverDown);
    expect(session().trust).toEqual({ kind: 'refused' });
  });

  test('after a code it is never a wrong code', async () => {
    const { http, handlers, at } = await atCode();
    http.on('login', { success: false, message: 'Error: ETIMEDOUT' });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    await handlers.submitCode({ code: '123456' });
    expect(at('unreachable').failure).toMatchObject(serverDown);
  });

  test('at a redeem it may have been added all the same', async () => {
    const { http, handlers } = await atForm();
    http.on('upgrade', { success: true });
    http.tamper((answer) => ({ ...answer, status: 500 }));
    const key = { username: 'anna', key: 'NWPRO-1' };
    expect(await handlers.redeem(key)).toMatchObject({ failure: serverDown });
    http.tamper(null);
    http.on('upgrade', { success: false, reason: 'key-used', message: 'used' });
    expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: true } });
  });

  test('of a service that does not sign', async () => {
    const service = { publicKey: undefined, allowUnsigned: true };
    const text = '{"success":false,"message":"Error: ENOSPC"}';
    expect(await startWith(({ http }) => http.on('init', { status: 500, text }), { service })).toBe(
      'server-down',
    );
  });
});
