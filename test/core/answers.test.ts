// Answers of the service: their signature, freshness and user, and the failure that each invalid
// answer leads to.
import { describe, expect, test } from 'vitest';
import { checkSignature, readPublicKey } from '@latchkey/client/signature.ts';
import { signatureHeader, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { accountInfo, signText, type SignedAnswer } from '../support/fake-http.ts';
import {
  atForm,
  createHarness,
  failureAfterStart as startWith,
  type Harness,
  form,
} from './harness.ts';

const granted = { success: true, info: accountInfo('anna') } as const;

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

  test("is valid for the contract's vector", () => {
    expect(checkSignature(key, headers, body)).toEqual({
      kind: 'valid',
      signedAtMs: 1_700_000_000_000,
      by: publicKey,
    });
    const upper = { ...headers, [signatureHeader]: headers[signatureHeader].toUpperCase() };
    expect(checkSignature(key, upper, body).kind).toBe('valid');
  });

  test('is invalid if any byte of body, time or signature is changed', () => {
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

  test('counts as missing if only one of its headers is present', () => {
    expect(checkSignature(key, { [timestampHeader]: '1' }, body).kind).toBe('missing');
    expect(checkSignature(key, { [signatureHeader]: 'ab' }, body).kind).toBe('missing');
  });
});

describe('a changed or replayed answer', () => {
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
    ['no timestamp', without(timestampHeader), 'bad-signature'],
    ['another status', (answer: SignedAnswer) => ({ ...answer, status: 404 }), 'signed-out'],
  ])('with %s has the documented effect', async (_name, change, expected) => {
    expect(await startWith(({ http }) => http.tamper(change))).toBe(expected);
  });

  test('is refused if it is a success from an earlier request', async () => {
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

  test('is refused if it answers another type', async () => {
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
  ])('is checked in a signed init with %o', async (fields, expected) => {
    const answer = { success: true, sessionid: 's', ...fields } as { success: boolean }; // wrong types, too
    expect(await startWith(({ http }) => http.on('init', answer))).toBe(expected);
  });

  test('does not lock out a computer whose clock is a year off', async () => {
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
  ])('a clock difference of %i ms leads to %s', async (clockOffsetMs, expected) => {
    expect(await startWith(() => undefined, { service, clockOffsetMs })).toBe(expected);
  });

  test('reports the clock offset', async () => {
    const { loader, at } = createHarness({ service, clockOffsetMs: 600_000 });
    await loader.start();
    expect(at('unreachable').failure).toMatchObject({ code: 'clock-skew', clockOffsetMs: 600_000 });
  });

  test('accepts no answer that is older than the previous one', async () => {
    const { http, handlers, at, clock } = await atForm({ service });
    http.on('login', granted);
    http.tamper((answer) => signText(Buffer.from(answer.body).toString(), clock.now() - 1000));
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-signature');
  });

  test('the signed plain text for an unknown application is read', async () => {
    const plain = ({ http, clock }: Harness) =>
      http.tamper(() => signText('KeyAuth_Invalid', clock.now()));
    expect(await startWith(plain, { service })).toBe('app-unknown');
    expect(await startWith(plain)).toBe('bad-signature');
  });
});
