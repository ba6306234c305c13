// The number of attempts left (docs/protocol.md#tries-left): reported when low, for unknown users
// too.
import { expect, test } from 'vitest';
import { behindProxy, signInFrom } from './support/many-addresses.ts';
import { openWire } from './support/service-client.ts';

const minuteMs = 60_000;
const home = '198.51.100.7';

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ ...behindProxy, now: () => clock.ms });
  const logIn = await signInFrom(wire.service);
  const leftOf = async (address: string, username: string) => {
    const { body } = await logIn(address, username, 'wrong');
    return body['reason'] === 'bad-credentials' ? (body['triesLeft'] ?? 'many') : body['reason'];
  };
  return { clock, wire, service: wire.service, logIn, leftOf };
}

test('counts the last three attempts down to zero, even for unknown users', async () => {
  const { clock, service, logIn, leftOf } = await open();
  const user = await service.addUser();
  await logIn(home, user.username, user.password);
  for (const round of ['first', 'after the budget ended'])
    for (const [address, username] of [
      [home, user.username],
      ['203.0.113.1', user.username],
      ['203.0.113.2', 'nobody at all'],
    ] as const) {
      const messages = [];
      for (let tries = 0; tries < 6; tries += 1) messages.push(await leftOf(address, username));
      expect(messages, `${round} ${address}`).toEqual(['many', 3, 2, 1, 0, 'rate-limited']);
      if (address === '203.0.113.2') clock.ms += 15 * minuteMs;
    }
});

test('reports the exact wait with the last wrong password, but not earlier', async () => {
  const { clock, service, logIn } = await open();
  const user = await service.addUser();
  const bystander = await service.addUser();
  const first = clock.ms;
  for (let tries = 0; tries < 4; tries += 1) {
    const { body } = await logIn(home, user.username, 'wrong');
    expect(body).not.toHaveProperty('retryAfter');
    clock.ms += 1000;
  }
  const { body, headers } = await logIn(home, user.username, 'wrong');
  const retryAfter = 15 * 60 - 4;
  expect(body).toMatchObject({ reason: 'bad-credentials', triesLeft: 0, retryAfter });
  // This answer is not rate limited: only the next one is.
  expect(headers.get('retry-after')).toBeNull();
  expect((await logIn(home, bystander.username, 'wrong')).body).not.toHaveProperty('retryAfter');
  const early = await logIn(home, user.username, user.password);
  expect(early.body).toMatchObject({ reason: 'rate-limited', retryAfter });
  expect(early.headers.get('retry-after')).toBe(String(retryAfter));
  clock.ms = first + 15 * minuteMs;
  expect((await logIn(home, user.username, user.password)).body).toMatchObject({ success: true });
});

test('reports the smallest budget, such as the budget of an address for all accounts', async () => {
  const { leftOf } = await open();
  const messages = [];
  for (let tries = 0; tries < 51; tries += 1) messages.push(await leftOf(home, `nobody ${tries}`));
  expect(messages.slice(0, 46)).toEqual(Array.from({ length: 46 }, () => 'many'));
  expect(messages.slice(46)).toEqual([3, 2, 1, 0, 'rate-limited']);
});

test('a correct password restores all attempts, and its answer has no number', async () => {
  const { service, logIn, leftOf } = await open();
  const user = await service.addUser();
  for (const left of ['many', 3, 2, 1]) expect(await leftOf(home, user.username)).toBe(left);
  const { body } = await logIn(home, user.username, user.password);
  expect(body).toMatchObject({ success: true });
  expect(body).not.toHaveProperty('triesLeft');
  expect(await leftOf(home, user.username)).toBe(0);
});

test('reports attempts left after wrong codes, by the smaller budget of the account and its codes', async () => {
  const { clock, service, logIn } = await open();
  const { username, password, totpSecret } = await service.addUser({ totp: true });
  const right = service.totpCode(totpSecret ?? '');
  const code = right === '000000' ? '000001' : '000000';
  const guess = async (address: string) => {
    const { body } = await logIn(address, username, password, { code });
    return body['reason'] === 'bad-code' ? (body['triesLeft'] ?? 'many') : body['reason'];
  };
  expect(await guess(home)).toBe('many');
  expect(await guess(home)).toBe(3);
  // Another address has its own budget; the user's codes have one for all addresses.
  expect(await guess('203.0.113.1')).toBe(2);
  expect(await guess('203.0.113.1')).toBe(1);
  const last = await logIn('203.0.113.3', username, password, { code });
  expect(last.body).toMatchObject({ reason: 'bad-code', triesLeft: 0, retryAfter: 15 * 60 });
  expect(await guess('203.0.113.4')).toBe('rate-limited');
  clock.ms += 15 * minuteMs;
  const messages = [];
  for (let tries = 0; tries < 5; tries += 1) messages.push(await guess(home));
  expect(messages).toEqual(['many', 3, 2, 1, 0]);
});

test('reports attempts left after wrong codes of a signed-in user, too', async () => {
  const { wire, service } = await open();
  const user = await service.addUser();
  const sessionid = await wire.signIn(user);
  const { body } = await wire.send({ type: '2faenable', sessionid });
  const { secret_code: secret } = body['2fa'] as { secret_code: string }; // checked against its specification
  const code = service.totpCode(secret) === '000000' ? '000001' : '000000';
  const messages = [];
  const waits = [];
  for (let tries = 0; tries < 6; tries += 1) {
    const { body: answer } = await wire.send({ type: '2faenable', sessionid, code });
    messages.push(answer['triesLeft'] ?? answer['reason']);
    waits.push(answer['retryAfter'] ?? null);
  }
  expect(waits).toEqual([null, null, null, null, 15 * 60, 15 * 60]);
  expect(messages).toEqual(['two-factor-bad-code', 3, 2, 1, 0, 'rate-limited']);
});

test('reports attempts left after unknown keys, in a retry too, but never for other refusals', async () => {
  const { clock, wire, service } = await open();
  const user = await service.addUser();
  const other = await service.addLicense({ days: 1 });
  await wire.send({ type: 'upgrade', username: user.username, key: other });
  const sessionid = await wire.init();
  const used = { type: 'upgrade', sessionid, username: user.username, key: other };
  for (const [type, account] of [
    ['upgrade', { username: user.username }],
    ['register', { username: 'newcomer', pass: 'correct horse battery', hwid: 'a'.repeat(20) }],
  ] as const) {
    const guess = { type, sessionid, key: 'NWND-0000', ...account };
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const challenge = `${type}-${String(tries)}`.padEnd(32, '0');
      const { body } = await wire.send({ ...guess, challenge });
      expect((await wire.send({ ...guess, challenge })).body['triesLeft']).toBe(body['triesLeft']);
      answers.push([body['reason'], body['triesLeft'], body['retryAfter']]);
      expect((await wire.send(used)).body).not.toHaveProperty('triesLeft');
    }
    const unknown = 'key-unknown';
    expect(answers, type).toEqual([
      [unknown, undefined, undefined],
      ...[3, 2, 1].map((left) => [unknown, left, undefined]),
      [unknown, 0, 15 * 60],
    ]);
    expect((await wire.send(guess)).body).toMatchObject({ reason: 'rate-limited' });
    clock.ms += 15 * minuteMs;
  }
});

test('a key that no service accepts is refused without counting', async () => {
  const { wire, service } = await open();
  const { username } = await service.addUser();
  const sessionid = await wire.init();
  const send = async (key: string) =>
    (await wire.send({ type: 'upgrade', sessionid, username, key })).body;
  for (const key of ['', '   ', '\u200b', 'x'.repeat(71), 'NWND\u0007-0000', '\u0000'])
    for (let tries = 0; tries < 3; tries += 1)
      expect(await send(key), JSON.stringify(key)).toMatchObject({ reason: 'bad-request' });
  expect(await send('NWND-0000')).not.toHaveProperty('triesLeft');
  expect(await send('NWND-0000')).toMatchObject({ reason: 'key-unknown', triesLeft: 3 });
});
