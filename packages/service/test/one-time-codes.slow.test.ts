// One-time codes in a sign-in: the time window, single use, and the limits for wrong ones.
import { expect, test } from 'vitest';
import { hwid, openWire, type Wire } from './support/service-client.ts';
import type { TestUser } from './support/service-seeds.ts';

const stepMs = 30_000;
const minuteMs = 60_000;

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ now: () => clock.ms, interleave: true });
  const user = await wire.service.addUser({ totp: true });
  const send = async (code: string) => login(wire, user, await wire.init(), code);
  const codeAt = (ms: number) => wire.service.totpCode(user.totpSecret ?? '', ms);
  /** A code that is wrong in all steps near now. */
  const wrongCode = () => {
    const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(clock.ms + steps * stepMs));
    const candidates = ['000000', '111111', '222222', '333333', '444444', '555555'];
    return candidates
      .filter((code) => !near.includes(code))
      .join()
      .slice(0, 6);
  };
  return { clock, wire, user, send, codeAt, wrongCode };
}

async function login(wire: Wire, user: TestUser, sessionid: string, code: string) {
  const { username, password: pass } = user;
  const { status, headers, body } = await wire.send({
    type: 'login',
    sessionid,
    username,
    pass,
    hwid,
    code,
  });
  return { status, headers, body };
}

test.each([-1, 0, 1])('accepts a code of step %i', async (steps) => {
  const { clock, send, codeAt } = await open();
  const { body } = await send(codeAt(clock.ms + steps * stepMs));
  expect(body).toMatchObject({ success: true });
});

test.each([-2, 2])('rejects a code of step %i', async (steps) => {
  const { clock, send, codeAt } = await open();
  const { body } = await send(codeAt(clock.ms + steps * stepMs));
  expect(body).toMatchObject({ reason: 'bad-code', message: 'Invalid 2FA code.' });
});

test('accepts a code once, and no code of an earlier step afterwards', async () => {
  const { clock, send, codeAt } = await open();
  const code = codeAt(clock.ms);
  expect((await send(code)).body).toMatchObject({ success: true });
  expect((await send(code)).body).toMatchObject({ reason: 'bad-code' });
  expect((await send(codeAt(clock.ms - stepMs))).body).toMatchObject({ reason: 'bad-code' });
  expect((await send(codeAt(clock.ms + stepMs))).body).toMatchObject({ success: true });
});

test('accepts a code once in twenty concurrent requests', async () => {
  const { clock, wire, user, codeAt } = await open();
  const code = codeAt(clock.ms);
  const sessions = await Promise.all(Array.from({ length: 20 }, () => wire.init()));
  const answers = await Promise.all(sessions.map((id) => login(wire, user, id, code)));
  expect(answers.filter(({ body }) => body['success'] === true)).toHaveLength(1);
});

test('blocks even correct codes after five wrong ones within 15 minutes', async () => {
  const { clock, send, codeAt, wrongCode } = await open();
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await send(wrongCode())).body).toMatchObject({ reason: 'bad-code' });
    clock.ms += minuteMs;
  }
  const limited = await send(codeAt(clock.ms));
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('600');
  expect(limited.body).toMatchObject({
    success: false,
    status: false,
    code: 429,
    reason: 'rate-limited',
    retryAfter: 600,
    message: "You've been rate limited, you're sending too many requests",
  });
  clock.ms += 599_000;
  expect((await send(codeAt(clock.ms))).body).toMatchObject({ retryAfter: 1 });
  clock.ms += 1000;
  expect((await send(codeAt(clock.ms))).body).toMatchObject({ success: true });
});

test('only five of a hundred concurrent guesses are checked', async () => {
  const { wire, user, wrongCode } = await open();
  const sessionid = await wire.init();
  const guess = wrongCode();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => login(wire, user, sessionid, guess)),
  );
  expect(answers.filter(({ body }) => body['reason'] === 'bad-code')).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
});

test('blocks codes after twenty wrong ones in a day until the day has passed', async () => {
  const { clock, send, codeAt, wrongCode } = await open();
  for (let tries = 0; tries < 20; tries += 1) {
    expect((await send(wrongCode())).body).toMatchObject({ reason: 'bad-code' });
    clock.ms += 5 * minuteMs;
  }
  const passedMs = 20 * 5 * minuteMs;
  const { body } = await send(codeAt(clock.ms));
  expect(body).toMatchObject({ retryAfter: (24 * 60 * minuteMs - passedMs) / 1000 });
  clock.ms += 24 * 60 * minuteMs - passedMs;
  expect((await send(codeAt(clock.ms))).body).toMatchObject({ success: true });
});

test('the limit applies to each user separately', async () => {
  const { clock, wire, send, wrongCode } = await open();
  for (let tries = 0; tries < 6; tries += 1) await send(wrongCode());
  const other = await wire.service.addUser({ totp: true });
  const code = wire.service.totpCode(other.totpSecret ?? '', clock.ms);
  const { body } = await login(wire, other, await wire.init(), code);
  expect(body).toMatchObject({ success: true });
});

test('a wrong password reveals nothing about the code and does not use it up', async () => {
  const { clock, wire, user, send, codeAt } = await open();
  const code = codeAt(clock.ms);
  const wrong = { ...user, password: 'wrong' };
  const { body } = await login(wire, wrong, await wire.init(), code);
  expect(body).toMatchObject({ reason: 'bad-credentials' });
  expect((await send(code)).body).toMatchObject({ success: true });
});

test('asks for a missing code without counting an attempt', async () => {
  const { clock, send, codeAt } = await open();
  for (let tries = 0; tries < 10; tries += 1)
    expect((await send('')).body).toMatchObject({ reason: 'code-needed' });
  expect((await send(codeAt(clock.ms))).body).toMatchObject({ success: true });
});

test('a user without two-factor sign-in may send any code', async () => {
  const { wire } = await open();
  const plain = await wire.service.addUser();
  const { body } = await login(wire, plain, await wire.init(), '123456');
  expect(body).toMatchObject({ success: true });
});
