// The queue in front of password hashing: how many run, how many wait, and which are refused.
import { describe, expect, test } from 'vitest';
import { Overloaded } from '../src/overloaded.ts';
import {
  productionLimits,
  queuePasswords,
  type QueueLimits,
  type Passwords,
} from '../src/secrets/passwords.ts';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { behindProxy, signInFrom } from './support/many-addresses.ts';
import { openWire } from './support/service-client.ts';

/** Passwords whose checks end when the test says so. */
function held() {
  const running: ((right: boolean) => void)[] = [];
  let started = 0;
  const passwords: Passwords = {
    hash: (password) => Promise.resolve(`hash of ${password}`),
    verify: () => {
      started += 1;
      return new Promise((resolve) => running.push(resolve));
    },
  };
  const finish = async () => {
    running.shift()?.(true);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { passwords, finish, started: () => started };
}

const clock = { ms: 0 };
const limits: QueueLimits = {
  workers: 2,
  waiting: 3,
  maxEstimatedWaitMs: 3000,
  clock: () => clock.ms,
};

const reasonOf = (result: Promise<unknown>) =>
  result.then(
    () => 'done',
    (error: unknown) => (error instanceof Overloaded ? error.retryAfter : error),
  );

describe('the queue', () => {
  test('runs two checks, queues three, and refuses the rest immediately', async () => {
    const { passwords, finish, started } = held();
    const queue = queuePasswords(passwords, limits).of('a');
    const results = Array.from({ length: 8 }, () => reasonOf(queue.verify(null, 'x', false)));
    expect(await Promise.all(results.slice(5))).toEqual([1, 1, 1]);
    expect(started()).toBe(2);
    await finish();
    expect(started()).toBe(3);
    for (let left = 0; left < 4; left += 1) await finish();
    expect(await Promise.all(results.slice(0, 5))).toEqual(Array(5).fill('done'));
    const next = reasonOf(queue.verify(null, 'x', false));
    await finish();
    expect(await next).toBe('done');
  });

  test('refuses earlier if the work is slow, and asks for a wait of at most 5 seconds', async () => {
    const { passwords, finish } = held();
    const queue = queuePasswords(passwords, { ...limits, waiting: 100 }).of('a');
    const slow = reasonOf(queue.verify(null, 'x', false));
    clock.ms += 2500;
    await finish();
    expect(await slow).toBe('done');
    const results = Array.from({ length: 6 }, () => reasonOf(queue.verify(null, 'x', false)));
    // Two run; two more wait 2.5 s in all; a third would wait longer than 3 s.
    expect(await Promise.all(results.slice(4))).toEqual([4, 4]);
    for (let left = 0; left < 4; left += 1) await finish();
    expect(await Promise.all(results.slice(0, 4))).toEqual(Array(4).fill('done'));
    const verySlow = reasonOf(queue.verify(null, 'x', false));
    clock.ms += 500_000;
    await finish();
    await verySlow;
    const now = Array.from({ length: 3 }, () => reasonOf(queue.verify(null, 'x', false)));
    expect(await now[2]).toBe(5);
    await finish();
    await finish();
    await Promise.all(now);
  });

  test('returns the result of the work, or its error', async () => {
    const broken: Passwords = {
      hash: (password) => Promise.resolve(`hash of ${password}`),
      verify: () => Promise.reject(new Error('no memory')),
    };
    const queue = queuePasswords(broken, limits).of('a');
    expect(await queue.hash('x')).toBe('hash of x');
    await expect(queue.verify(null, 'x', false)).rejects.toThrow('no memory');
  });
});

test('sign-ins that find a full queue are asked to retry, and do not count as attempts', async () => {
  const { passwords, finish } = held();
  const { service } = await openWire({ ...behindProxy, wrapPasswords: () => passwords });
  const logIn = await signInFrom(service);
  const fit = productionLimits.waiting + productionLimits.workers;
  const tooMany = 15;
  let refused = 0;
  let allRefused: () => void = () => undefined;
  const untilAllRefused = new Promise<void>((resolve) => (allRefused = resolve));
  const answers = Array.from({ length: fit + tooMany }, async (_, index) => {
    const { status, body } = await logIn(`10.0.0.${index}`, `user ${index}`, 'wrong');
    if (status === 429) refused += 1;
    if (refused === tooMany) allRefused();
    return body;
  });
  await untilAllRefused;
  const ending = { all: false };
  const all = Promise.all(answers).finally(() => (ending.all = true));
  while (!ending.all) await finish();
  const bodies = await all;
  const busy = bodies.filter(({ reason }) => reason === 'overloaded');
  expect(busy.map(({ retryAfter }) => retryAfter)).toEqual(Array(tooMany).fill(1));
  expect(bodies.filter(({ reason }) => reason === 'bad-credentials')).toHaveLength(fit);
  const { counted } = await service.database
    .selectFrom('throttles')
    .select((eb) => eb.fn.sum('count').as('counted'))
    .executeTakeFirstOrThrow();
  // Each attempt counts in three budgets, and in the daily limit of the history.
  expect(Number(counted)).toBe(4 * fit);
});

test('a seller request that finds a full queue is asked to retry', async () => {
  const busy = () => Promise.reject(new Overloaded(2));
  const { service } = await openWire({ wrapPasswords: () => ({ hash: busy, verify: busy }) });
  const query = { sellerkey: service.app.sellerkey, type: 'adduser', user: 'u', pass: 'p' };
  const more = { sub: 'Pro', expiry: '1' };
  const search = new URLSearchParams({ ...query, ...more }).toString();
  const response = await fetch(`${service.url}/api/seller/?${search}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
  expect(await response.json()).toEqual({
    success: false,
    message: sellerTexts.overloaded,
    code: 'overloaded',
    retryAfter: 2,
  });
});

test('an imitated check takes as long as the checks of its application, without their work', async () => {
  const { passwords, finish, started } = held();
  const pauses: number[] = [];
  const queue = queuePasswords(passwords, limits, (ms) => Promise.resolve(pauses.push(ms)));
  const [slow, quick] = [queue.of('slow'), queue.of('quick')];
  for (const [tenant, ms] of [
    [slow, 400],
    [quick, 40],
  ] as const) {
    const checked = tenant.verify(null, 'x', false);
    clock.ms += ms;
    await finish();
    await checked;
  }
  for (const tenant of [slow, quick]) await tenant.imitateVerify();
  expect(pauses[0]).toBeGreaterThanOrEqual(300);
  expect(pauses[0]).toBeLessThanOrEqual(500);
  expect(pauses[1]).toBeGreaterThanOrEqual(30);
  expect(pauses[1]).toBeLessThanOrEqual(50);
  await queue.of('new').imitateVerify();
  expect(pauses[2]).toBeGreaterThan(0);
  expect(started()).toBe(2);
});
