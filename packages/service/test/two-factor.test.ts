// `2faenable` and `2fadisable`: the secret is offered once, and a code works once.
import { expect, test } from 'vitest';
import { hwid, openWire } from './support/service-client.ts';
import { isTurnedAway } from './throttles-parts.ts';

const stepMs = 30_000;

async function open(username = 'anna') {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ now: () => clock.ms, interleave: true });
  const user = await wire.service.addUser({ username });
  const sessionid = await wire.signIn(user);
  const ask = async (type: '2faenable' | '2fadisable', code?: string) =>
    (await wire.send({ type, sessionid, ...(code !== undefined && { code }) })).body;
  const offered = async () => {
    const body = await ask('2faenable');
    expect(body).toMatchObject({ success: true });
    return body['2fa'] as { secret_code: string; QRCode: string }; // checked against its schema
  };
  const codeOf = (secret: string, steps = 0) =>
    wire.service.totpCode(secret, clock.ms + steps * stepMs);
  const wrongFor = (secret: string) => {
    const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  };
  const login = async (code = '') => {
    const { username, password: pass } = user;
    const login = { type: 'login', sessionid: await wire.init(), username, pass, hwid, code };
    return (await wire.send(login)).body;
  };
  const enabled = async () => {
    const { secret_code: secret } = await offered();
    expect(await ask('2faenable', codeOf(secret))).toMatchObject({ success: true });
    return secret;
  };
  return { clock, wire, user, sessionid, ask, offered, codeOf, wrongFor, login, enabled };
}

const badCode = { reason: 'two-factor-bad-code', message: 'Invalid code please try again' };

test('an offer has a 25-byte secret and an otpauth URI, and reports no success', async () => {
  const { wire, sessionid, login } = await open('Zoë & co/?');
  const app = wire.service.database.updateTable('applications');
  await app.set({ name: 'My App' }).execute();
  const { body } = await wire.send({ type: '2faenable', sessionid, name: 'My App' });
  await app.set({ name: wire.service.app.name }).execute();
  const { secret_code: secret, QRCode } = body['2fa'] as { secret_code: string; QRCode: string }; // as its schema says
  expect(secret).toMatch(/^[A-Z2-7]{40}$/);
  expect(QRCode).toBe(`otpauth://totp/Zo%C3%AB%20%26%20co%2F%3F?secret=${secret}&issuer=My%20App`);
  expect(new URL(QRCode).searchParams.get('issuer')).toBe('My App');
  expect(body['message']).not.toMatch(/successfully/i);
  expect(await login()).toMatchObject({ success: true });
});

test('two-factor sign-in is enabled by a code, which cannot be used again', async () => {
  const { clock, ask, offered, codeOf, login } = await open();
  const { secret_code: secret } = await offered();
  expect(await ask('2faenable', codeOf(secret))).toMatchObject({
    success: true,
    message: '2fa successfully activated',
  });
  expect(await ask('2faenable')).toMatchObject({
    reason: 'two-factor-on',
    message: '2fa is already enabled on this account',
  });
  expect(await ask('2faenable', codeOf(secret, 1))).toMatchObject({ reason: 'two-factor-on' });
  expect(await login()).toMatchObject({ reason: 'code-needed' });
  expect(await login(codeOf(secret))).toMatchObject({ reason: 'bad-code' });
  clock.ms += stepMs;
  expect(await login(codeOf(secret))).toMatchObject({ success: true });
});

test('a new offer replaces an earlier one, whose codes are then refused', async () => {
  const { ask, offered, codeOf } = await open();
  const first = await offered();
  const second = await offered();
  expect(second.secret_code).not.toBe(first.secret_code);
  expect(await ask('2faenable', codeOf(first.secret_code))).toMatchObject(badCode);
  expect(await ask('2faenable', codeOf(second.secret_code))).toMatchObject({ success: true });
});

test('an offer expires after 300 seconds, and a code without an offer is refused', async () => {
  const { clock, ask, offered, codeOf } = await open();
  const expired = { reason: 'two-factor-expired', message: '2fa session has expired' };
  expect(await ask('2faenable', '123456')).toMatchObject(expired);
  const late = await offered();
  clock.ms += 300_000;
  expect(await ask('2faenable', codeOf(late.secret_code))).toMatchObject(expired);
  const inTime = await offered();
  clock.ms += 299_000;
  expect(await ask('2faenable', codeOf(inTime.secret_code))).toMatchObject({ success: true });
});

test('two-factor sign-in is disabled by a code, and enabled again only with a new secret', async () => {
  const { clock, ask, codeOf, wrongFor, login, enabled } = await open();
  const off = { reason: 'two-factor-off', message: '2fa is not enabled on this account' };
  expect(await ask('2fadisable')).toMatchObject(off);
  expect(await ask('2fadisable', '123456')).toMatchObject(off);
  const secret = await enabled();
  for (const code of [undefined, ''])
    expect(await ask('2fadisable', code)).toMatchObject({
      reason: 'two-factor-code-missing',
      message: 'Please provide the 2fa code to disable 2fa',
    });
  expect(await ask('2fadisable', wrongFor(secret))).toMatchObject(badCode);
  expect(await ask('2fadisable', codeOf(secret))).toMatchObject(badCode);
  clock.ms += stepMs;
  expect(await ask('2fadisable', codeOf(secret))).toMatchObject({
    success: true,
    message: '2fa successfully disabled',
  });
  expect(await login()).toMatchObject({ success: true });
  expect(await ask('2faenable', codeOf(secret, 1))).toMatchObject({ reason: 'two-factor-expired' });
  expect(await enabled()).not.toBe(secret);
});

test('wrong codes share a budget with wrong codes of sign-ins', async () => {
  const { ask, offered, codeOf, wrongFor } = await open();
  const { secret_code: secret } = await offered();
  for (let time = 0; time < 5; time += 1)
    expect(await ask('2faenable', wrongFor(secret))).toMatchObject(badCode);
  expect(await ask('2faenable', codeOf(secret))).toMatchObject({ reason: 'rate-limited' });
});

test('only five of a hundred guesses at disabling two-factor sign-in are checked', async () => {
  const { clock, ask, codeOf, wrongFor, enabled, login } = await open();
  const secret = await enabled();
  const bodies = await Promise.all(
    Array.from({ length: 100 }, () => ask('2fadisable', wrongFor(secret))),
  );
  expect(bodies.filter(({ reason }) => reason === 'two-factor-bad-code')).toHaveLength(5);
  expect(bodies.filter(({ reason }) => isTurnedAway(reason))).toHaveLength(95);
  clock.ms += stepMs;
  expect(await login(codeOf(secret))).toMatchObject({ reason: 'rate-limited' });
});

test('concurrent confirmations enable two-factor sign-in once', async () => {
  const { ask, offered, codeOf } = await open();
  const { secret_code: secret } = await offered();
  const bodies = await Promise.all(
    Array.from({ length: 10 }, () => ask('2faenable', codeOf(secret))),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
});

test('requires a signed-in session and a code of six digits', async () => {
  const { wire, ask } = await open();
  for (const type of ['2faenable', '2fadisable'] as const) {
    const unsigned = await wire.send({ type, sessionid: await wire.init() });
    expect(unsigned.body).toMatchObject({ reason: 'not-signed-in' });
    const gone = await wire.send({ type, sessionid: 'x'.repeat(43) });
    expect(gone.body).toMatchObject({ reason: 'session-gone' });
    for (const code of ['12345', '1234567', '12345a', '12345½'])
      expect(await ask(type, code)).toMatchObject({ reason: 'bad-request' });
  }
});

test('the secret is in no log line and in no other answer', async () => {
  const { wire, ask, enabled, sessionid } = await open();
  const secret = await enabled();
  expect(wire.service.logText()).not.toContain(secret);
  for (const again of [
    await ask('2faenable'),
    (await wire.send({ type: 'check', sessionid })).body,
  ])
    expect(JSON.stringify(again)).not.toContain(secret);
});
