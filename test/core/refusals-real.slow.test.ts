// Every refusal of the real license service at a sign-in or an account command: the failure in the
// form, or the screen. A refusal signs nobody in, saves nothing and changes no data of the service.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FailureCode } from '../../src/shared/failure.ts';
import type { PhaseKind } from '../../src/shared/session.ts';
import { settingsFile } from '../../packages/service/test/forgot-parts.ts';
import { ownApplicationId } from '../../packages/service/test/support/own-application.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { nowMs, startRealLoader } from './real-loader.ts';

type Loader = Awaited<ReturnType<typeof startRealLoader>>;
type Ask = (loader: Loader) => unknown;
/** The failure in the form, or the screen; the command; the preparation of the service. */
type Case = readonly [told: FailureCode | { readonly screen: PhaseKind }, ask: Ask, given?: Ask];

const password = 'open sesame 7';
const unknown = 'NWND-0000-0000-0000';
const otherDevice = 'f'.repeat(64);
let service: TestService;
let keys: Readonly<Record<'free' | 'used' | 'banned' | 'unplanned', string>>;
let loader: Loader;

beforeEach(async () => {
  const smtpFile = settingsFile({
    url: 'smtp://127.0.0.1:9',
    from: 'Northwind <no-reply@northwind.example>',
    publicUrl: 'https://license.northwind.example/',
  });
  service = await startTestService({ now: () => nowMs, smtpFile });
  for (const username of ['anna', 'bert']) await service.addUser({ username, password });
  keys = {
    free: await service.addLicense({ days: 30 }),
    used: await service.addLicense({ days: 30 }),
    banned: await service.addLicense({ days: 30, banned: 'charged back' }),
    unplanned: await service.addLicense({ days: 30, level: '9' }),
  };
  loader = await startRealLoader(service);
  await loader.handlers.redeem({ username: 'bert', key: keys.used });
});
afterEach(() => service.close());

/** Returns the data of all users that a refusal must not change. */
async function everything() {
  const { database: db } = service;
  const users = db.selectFrom('users').select(['username', 'passwordHash', 'bannedReason']);
  const licenses = db.selectFrom('licenses').select(['key', 'status', 'usedBy']);
  const subscriptions = db.selectFrom('subscriptions').select(['userId', 'planId', 'expiresAt']);
  return {
    users: await users.orderBy('username').execute(),
    licenses: await licenses.orderBy('key').execute(),
    subscriptions: await subscriptions.orderBy('userId').execute(),
  };
}

async function expectRefused(told: Case[0], ask: Ask, given: Ask, at: PhaseKind): Promise<void> {
  await given(loader);
  const before = await everything();
  const answer = await ask(loader);
  const { phase, savedSignIns } = loader.session();
  expect(phase.kind).toBe(typeof told === 'string' ? at : told.screen);
  if (typeof told === 'string')
    expect(answer).toMatchObject({ ok: false, failure: { code: told } });
  expect(savedSignIns).toEqual([]);
  expect(await everything()).toEqual(before);
}

const set = (settings: object) => () =>
  service.database.updateTable('applications').set(settings).execute();
const changed =
  (change: Parameters<TestService['changeUser']>[1], who = () => 'anna') =>
  () =>
    service.changeUser(who(), change);
const again = (ask: Ask) => async (by: Loader) => {
  for (let count = 0; count < 5; count += 1) await ask(by);
};

async function blacklistThisComputer({ handlers }: Loader): Promise<void> {
  await handlers.signIn({ username: 'anna', password, remember: false });
  await handlers.signOut({});
  const { database: db } = service;
  const { hwid } = await db.selectFrom('devices').select('hwid').executeTakeFirstOrThrow();
  const row = { applicationId: ownApplicationId, kind: 'hwid', data: hwid, userId: null } as const;
  await db
    .insertInto('blacklist')
    .values([{ ...row, createdAt: 0 }])
    .execute();
}

/** Refusals of any command, because the service changed after the loader started. */
const whateverIsAsked = (ask: Ask): readonly Case[] => [
  [{ screen: 'app-paused' }, ask, set({ paused: 1 })],
  [{ screen: 'app-disabled' }, ask, set({ enabled: 0 })],
  [{ screen: 'banned' }, ask, blacklistThisComputer],
  ['device-id-invalid', ask, set({ minHwid: 100 })],
];

function check(cases: readonly Case[], at: PhaseKind = 'signed-out', first: Ask = noStep): void {
  for (const [index, [told, ask, given = noStep]] of cases.entries())
    test(`is refused with ${JSON.stringify(told)} (case ${String(index)})`, async () => {
      await first(loader);
      await expectRefused(told, ask, given, at);
    });
}
const noStep: Ask = () => undefined;

describe('a sign-in with a password', () => {
  const signIn: Ask = ({ handlers }) =>
    handlers.signIn({ username: 'anna', password, remember: true });
  const wrong: Ask = ({ handlers }) =>
    handlers.signIn({ username: 'anna', password: 'guess', remember: true });
  check([
    ['bad-credentials', wrong],
    ['rate-limited', signIn, again(wrong)],
    [{ screen: 'banned' }, signIn, changed({ banned: 'charged back' })],
    [{ screen: 'no-subscription' }, signIn, changed('expire')],
    [{ screen: 'no-subscription' }, signIn, changed('pause')],
    [{ screen: 'wrong-device' }, signIn, () => service.bindDevice('anna', otherDevice)],
    ...whateverIsAsked(signIn),
  ]);
});

describe('a new account', () => {
  const register = (key: () => string, username = 'carl'): Ask => {
    const wanted = { username, password, email: null, remember: true };
    return ({ handlers }) => handlers.register({ ...wanted, key: key() });
  };
  const wrong = register(() => unknown);
  const right = register(() => keys.free);
  check([
    ['key-unknown', wrong],
    ['key-used', register(() => keys.used)],
    ['key-banned', register(() => keys.banned)],
    ['no-plan-for-level', register(() => keys.unplanned)],
    ['username-taken', register(() => keys.free, 'anna')],
    ['username-reserved', register(() => keys.free, 'everyone')],
    ['username-too-short', right, set({ minUsernameLength: 5 })],
    ['rate-limited', right, again(wrong)],
    ...whateverIsAsked(right),
  ]);
});

describe('a sign-in with a key alone', () => {
  const withKey =
    (key: () => string): Ask =>
    ({ handlers }) =>
      handlers.signInWithKey({ key: key(), remember: true });
  const right = withKey(() => keys.free);
  const own = () => keys.free;
  /** Uses the key before, so that its account exists. */
  const registered =
    (change: () => unknown): Ask =>
    async ({ handlers }) => {
      await handlers.signInWithKey({ key: keys.free, remember: false });
      await handlers.signOut({});
      await change();
    };
  check([
    ['key-unknown', withKey(() => unknown)],
    ['key-used', withKey(() => keys.used)],
    ['key-banned', withKey(() => keys.banned)],
    ['no-plan-for-level', withKey(() => keys.unplanned)],
    ['username-taken', right, () => service.addUser({ username: keys.free, password })],
    ['username-too-short', right, set({ minUsernameLength: 60 })],
    ['rate-limited', withKey(() => unknown), again(withKey(() => unknown))],
    [{ screen: 'banned' }, right, registered(changed({ banned: 'charged back' }, own))],
    [{ screen: 'no-subscription' }, right, registered(changed('expire', own))],
    [{ screen: 'wrong-device' }, right, registered(() => service.bindDevice(own(), otherDevice))],
    ...whateverIsAsked(right),
  ]);
});

describe('a one-time code', () => {
  test.each(['password', 'key'] as const)('is refused after a sign-in with %s', async (way) => {
    const user = await service.addUser({
      ...(way === 'key' && { username: keys.free, password: keys.free }),
      totp: true,
    });
    const right = service.totpCode(user.totpSecret ?? '', nowMs);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const { username } = user;
    if (way === 'key') await loader.handlers.signInWithKey({ key: username, remember: true });
    else await loader.handlers.signIn({ username, password: user.password, remember: true });
    loader.at('code-needed');
    const submit =
      (code: string): Ask =>
      ({ handlers }) =>
        handlers.submitCode({ code });
    await expectRefused('bad-code', submit(wrong), noStep, 'code-needed');
    await expectRefused('rate-limited', submit(right), again(submit(wrong)), 'code-needed');
  });
});

describe('a forgotten password', () => {
  const forgot = (username: string, email = 'anna@example.com'): Ask => {
    return ({ handlers }) => handlers.forgot({ username, email });
  };
  const withAddress: Ask = async ({ handlers }) => {
    const wanted = { username: 'dora', password, email: 'dora@example.com', remember: false };
    await handlers.register({ ...wanted, key: keys.free });
    await handlers.signOut({});
  };
  check([
    ['forgot-user-unknown', forgot('nobody')],
    ['email-missing', forgot('anna')],
    ['email-wrong', forgot('dora'), withAddress],
    ['rate-limited', forgot('nobody'), again(forgot('nobody'))],
    ['mail-unavailable', forgot('dora', 'dora@example.com'), withAddress],
  ]);
});

describe('a new user name', () => {
  const change = (newUsername: string): Ask => {
    return ({ handlers }) => handlers.changeUsername({ newUsername });
  };
  const signedIn: Ask = ({ handlers }) =>
    handlers.signIn({ username: 'anna', password, remember: false });
  check(
    [
      ['new-username-taken', change('bert')],
      ['username-reserved', change('everyone')],
      ['username-too-short', change('carl'), set({ minUsernameLength: 5 })],
      ['app-paused', change('carl'), set({ paused: 1 })],
      ['app-disabled', change('carl'), set({ enabled: 0 })],
      [
        { screen: 'session-ended' },
        change('carl'),
        () => service.database.deleteFrom('sessions').execute(),
      ],
    ],
    'ready',
    signedIn,
  );
});

describe('a key on an account', () => {
  const redeem = (key: () => string, username = 'anna'): Ask => {
    return ({ handlers }) => handlers.redeem({ username, key: key() });
  };
  const right = redeem(() => keys.free);
  check([
    ['key-unknown', redeem(() => unknown)],
    ['key-used', redeem(() => keys.used)],
    ['key-banned', redeem(() => keys.banned)],
    ['no-plan-for-level', redeem(() => keys.unplanned)],
    ['user-unknown', redeem(() => keys.free, 'nobody')],
    ['rate-limited', right, again(redeem(() => unknown))],
    ['app-paused', right, set({ paused: 1 })],
    ['app-disabled', right, set({ enabled: 0 })],
  ]);
});
