// `why`: the answer for every obstacle of a sign-in. The sign-in then gives the same reason.
import { describe, expect, test } from 'vitest';
import {
  reasonsOfWhy,
  type WhyAnswer,
  type WhyCode,
} from '@latchkey/protocol/seller/why-answers.ts';
import { openHistory, otherHwid } from './history-parts.ts';
import { start } from './support/seller-keys.ts';
import { freshChallenge, hwid, type Parameters } from './support/service-client.ts';
import type { NewUser } from './support/service-seeds.ts';

type Opened = Awaited<ReturnType<typeof openHistory>>;

async function open() {
  const opened = await openHistory();
  const { ask } = opened;
  const why = async (user: string, more: Parameters = {}) =>
    (await ask('why', { user, ...more })).body as unknown as {
      readonly code: WhyCode | 'ok';
      readonly obstacles: readonly WhyAnswer[];
      readonly ip: string | null;
      readonly refused: { readonly outcome: string } | null;
    }; // as its schema says
  return { ...opened, why };
}

interface Case {
  readonly user?: NewUser;
  readonly arrange?: (opened: Opened) => Promise<unknown>;
  readonly facts: Readonly<Record<string, unknown>>;
}

const day = 86_400;

/** How to cause each code, and the facts of its answer. */
const table: Readonly<Record<WhyCode, Case>> = {
  'app-disabled': { arrange: ({ service }) => service.setApp({ enabled: false }), facts: {} },
  'app-paused': { arrange: ({ service }) => service.setApp({ paused: true }), facts: {} },
  'device-id-invalid': {
    arrange: ({ service }) => service.setApp({ forceHwid: true, minHwid: 65 }),
    facts: { minhwid: '65' },
  },
  'rate-limited': {
    async arrange({ logIn }) {
      for (let attempt = 0; attempt < 5; attempt += 1)
        await logIn({ username: 'anna', password: 'wrong' });
    },
    facts: { limit: 'name', until: String(start + 900) },
  },
  'user-unknown': {
    arrange: ({ ask }) => ask('editusername', { currentUsername: 'anna', newUsername: 'anne' }),
    facts: { nearest: ['anne'] },
  },
  banned: {
    arrange: ({ ask }) => ask('banuser', { user: 'anna', reason: 'Chargeback', address: '0' }),
    facts: { reason: 'Chargeback', since: String(start), by: '', key: null },
  },
  blacklisted: {
    arrange: ({ ask }) => ask('black', { hwid }),
    facts: { what: 'computer' },
  },
  'wrong-device': {
    arrange: ({ service }) => service.bindDevice('anna', otherHwid),
    facts: { allowed: 1, computers: [{ boundat: String(start), name: '' }] },
  },
  'seat-held': {
    async arrange({ service }) {
      const { id } = await service.database
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'anna')
        .executeTakeFirstOrThrow();
      const pass = { userId: id, hwid: otherHwid, seatHeld: 1 as const, endsAt: start + 60 };
      await service.database
        .insertInto('offlinePasses')
        .values({ ...pass, sequence: 1 })
        .execute();
    },
    facts: { until: String(start + 60) },
  },
  'subscription-paused': {
    user: { subscription: 'paused' },
    facts: { subscriptions: [{ subscription: 'Pro', timeleft: 10 * day }] },
  },
  'no-subscription': {
    user: { subscription: 'expired' },
    facts: { ended: [{ subscription: 'Pro', expiry: String(start - 2 * day) }] },
  },
  'never-redeemed': { user: { subscription: 'none' }, facts: {} },
  'code-needed': { user: { totp: true }, facts: {} },
  'codes-locked': {
    user: { totp: true },
    async arrange({ service }) {
      const { id } = await service.database
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'anna')
        .executeTakeFirstOrThrow();
      const failures = Array.from({ length: 5 }, (_, at) => ({
        id: `failure ${at}`,
        userId: id,
        failedAt: start,
      }));
      await service.database.insertInto('codeFailures').values(failures).execute();
    },
    facts: { until: String(start + 900) },
  },
};

describe.each(Object.entries(table))('%s', (code, { user, arrange, facts }) => {
  test('is answered with its facts, and the sign-in agrees', async () => {
    const opened = await open();
    const { service, why, logIn } = opened;
    const anna = await service.addUser({ username: 'anna', ...user });
    const ben = await service.addUser({ username: 'ben' });
    await arrange?.(opened);
    const answer = await why('anna', { hwid, ip: '127.0.0.1' });
    expect(answer).toMatchObject({ code, ip: '127.0.0.1' });
    expect(answer.obstacles[0]).toMatchObject({ code, ...facts });
    expect(JSON.stringify(answer)).not.toContain(otherHwid);
    const { withoutCode, withCode } = reasonsOfWhy[code as WhyCode]; // a key of the table
    // A disabled or paused application opens no session to sign in with.
    if (!code.startsWith('app-')) {
      const withA = { code: anna.totpSecret === null ? '' : service.totpCode(anna.totpSecret) };
      expect((await logIn(anna)).reason).toBe(withoutCode);
      if (anna.totpSecret !== null)
        expect((await logIn(anna, withA)).reason).toBe(withCode ?? 'ok');
      const isForAll = ['device-id-invalid', 'blacklisted'].includes(code);
      expect((await why('ben', { hwid, ip: '127.0.0.1' })).code).toBe(isForAll ? code : 'ok');
      expect(ben.totpSecret).toBeNull();
    }
  });
});

test('without an obstacle the answer is ok, with the last refusal until a sign-in succeeds', async () => {
  const { service, why, logIn } = await open();
  const anna = await service.addUser({ username: 'anna' });
  expect(await why('anna')).toMatchObject({ code: 'ok', obstacles: [], ip: null, refused: null });
  await logIn({ ...anna, password: 'wrong' });
  expect(await why('anna')).toMatchObject({
    code: 'ok',
    ip: '127.0.0.1',
    refused: { outcome: 'bad-credentials' },
  });
  await logIn(anna);
  expect(await why('anna')).toMatchObject({ code: 'ok', refused: null, lastlogin: String(start) });
});

test('assumes the computer of the last attempt', async () => {
  const { ask, service, why, logIn } = await open();
  const anna = await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', hwid);
  await logIn(anna, { hwid: otherHwid, computer: 'LAPTOP' });
  const { code, obstacles } = await why('anna');
  expect(code).toBe('wrong-device');
  expect(obstacles[0]).toMatchObject({ computer: 'LAPTOP', computers: [{ name: '' }] });
  await ask('black', { hwid: otherHwid });
  expect((await why('anna')).obstacles.map((one) => one.code)).toEqual([
    ...['blacklisted', 'wrong-device'],
  ]);
  await logIn(anna);
  expect((await why('anna')).code).toBe('ok');
});

test('a given computer is assumed to run the program of the last attempt', async () => {
  const { ask, service, why, logIn } = await open();
  const anna = await service.addUser({ username: 'anna', subscription: 'paused' });
  await service.bindDevice('anna', hwid);
  await ask('updatesettings', { resets: '3' });
  const codes = async () =>
    (await why('anna', { hwid: otherHwid })).obstacles.map(({ code }) => code);
  const current = ['subscription-paused', 'wrong-device'];
  expect(await codes()).toEqual(current);
  for (const [more, codesThen] of [
    [{}, current.toReversed()],
    [{ computer: 'LAPTOP' }, current],
  ] as const) {
    const { reason } = await logIn(anna, { hwid: otherHwid, ...more });
    expect(reason).toBe(codesThen[0]);
    expect(await codes()).toEqual(codesThen);
  }
});

test('redeeming a key after a sign-in is no obstacle for its computer', async () => {
  const { service, why, logIn, send, init } = await open();
  const anna = await service.addUser({ username: 'anna' });
  await service.setApp({ forceHwid: true, hwidLock: true, minHwid: 20 });
  expect((await logIn(anna)).reason).toBe('ok');
  const key = await service.addLicense({ days: 30 });
  const redeemed = { type: 'upgrade', sessionid: await init(), username: 'anna', key };
  expect((await send({ ...redeemed, challenge: freshChallenge() })).body['success']).toBe(true);
  expect(await why('anna')).toMatchObject({ code: 'ok', obstacles: [], refused: null });
});

test('several obstacles are in the order in which a sign-in meets them', async () => {
  const { ask, service, why, logIn } = await open();
  const user = { username: 'anna', subscription: 'expired', totp: true } as const;
  const anna = await service.addUser(user);
  await service.bindDevice('anna', otherHwid);
  await ask('banuser', { user: 'anna', reason: '', address: '0' });
  const codes = async () =>
    (await why('anna', { hwid, ip: '127.0.0.1' })).obstacles.map(({ code }) => code);
  expect(await codes()).toEqual(['banned', 'wrong-device', 'no-subscription', 'code-needed']);
  // If users may remove computers, a sign-in offers a removal last.
  await ask('updatesettings', { resets: '1' });
  expect(await codes()).toEqual(['banned', 'no-subscription', 'code-needed', 'wrong-device']);
  expect((await logIn(anna, { computer: 'LAPTOP' })).reason).toBe('banned');
});

test('nearest names are shown only to the scope all, and are never license keys', async () => {
  const { ask, addKey, service, why, send, init } = await open();
  for (const username of ['annika', 'hanna', 'ann', 'zoe']) await service.addUser({ username });
  const key = await service.addLicense({ days: 1 });
  await send({ type: 'license', sessionid: await init(), key, hwid });
  const nearest = async (user: string, more: Parameters = {}) => {
    const [obstacle] = (await why(user, more)).obstacles;
    return obstacle?.code === 'user-unknown' ? obstacle.nearest : null;
  };
  expect(await nearest('anna')).toEqual(['ann', 'hanna']);
  expect(await nearest(`${key}X`)).toEqual([]);
  for (const scope of ['read', 'support'] as const)
    expect(await nearest('anna', { sellerkey: await addKey(scope) })).toEqual([]);
  expect((await ask('why', { user: 'anna', sellerkey: await addKey('sell') })).success).toBe(false);
});
