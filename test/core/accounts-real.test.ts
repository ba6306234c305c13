// The account commands against the real license service. Another loader and the database confirm
// each effect, and the account and key of a bystander must not change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import { type TestUser } from '../../packages/service/test/support/service-seeds.ts';
import { form, nowMs, startRealLoader } from './real-loader.ts';

let service: TestService;
let bystander: TestUser;
let othersKey: string;

beforeAll(async () => {
  service = await startTestService({ now: () => nowMs });
  bystander = await service.addUser({ subscription: { days: 30 } });
  othersKey = await service.addLicense({ days: 30 });
});
afterAll(async () => {
  const loader = await startRealLoader(service);
  expect(await loader.handlers.signIn(form(bystander))).toEqual(done);
  const other = await startRealLoader(service);
  await other.handlers.signInWithKey({ key: othersKey, remember: false });
  expect(other.at('ready').account.subscriptions).toHaveLength(1);
  await service.close();
});

const done = { ok: true, value: null };
const failed = (code: string) => ({ ok: false, failure: { code } });
let names = 0;
const person = () => ({ username: `person-${String((names += 1))}`, password: 'open sesame 7' });
const wantedWith = (key: string) => ({ ...person(), key, email: null, remember: false });
const monthMs = 30 * 86_400_000;

describe('creating an account', () => {
  test('signs in, and the new account can sign in again', async () => {
    const wanted = wantedWith(await service.addLicense({ days: 30 }));
    const loader = await startRealLoader(service);
    expect(await loader.handlers.register(wanted)).toEqual(done);
    expect(loader.at('ready').account.username).toBe(wanted.username);
    const second = await startRealLoader(service);
    const { username, password } = wanted;
    expect(await second.handlers.signIn({ username, password, remember: false })).toEqual(done);
    const [subscription] = second.at('ready').account.subscriptions;
    expect(subscription?.expiresAt).toBe(nowMs + monthMs);
  });

  test('signs in after a lost answer, with one account and one key used', async () => {
    const wanted = wantedWith(await service.addLicense({ days: 30 }));
    const loader = await startRealLoader(service);
    loader.pass(async (request, send) => {
      const outcome = await send(request);
      return loader.types.at(-1) === 'register' ? { ok: false, fault: 'broken-off' } : outcome;
    });
    expect(await loader.handlers.register(wanted)).toEqual(done);
    const [subscription] = loader.at('ready').account.subscriptions;
    expect(subscription?.expiresAt).toBe(nowMs + monthMs);
    expect(loader.types).toEqual(['init', 'register', 'init', 'login']);
  });

  test('begins the free trial that the service offers, once on this computer', async () => {
    const ask = sellerOf(service);
    await ask('editsub', { sub: 'Pro', trialdays: '14' });
    const loader = await startRealLoader(service);
    expect(loader.session().trialDays).toBe(14);
    expect(await loader.handlers.register({ ...wantedWith(''), key: null })).toEqual(done);
    const { account } = loader.at('ready');
    expect(account.subscriptions).toMatchObject([{ expiresAt: nowMs + 14 * 86_400_000 }]);
    expect(await loader.handlers.listRedeemed({})).toMatchObject({ value: [] });
    const again = await startRealLoader(service);
    expect(await again.handlers.register({ ...wantedWith(''), key: null })).toMatchObject(
      failed('trial-used'),
    );
    await ask('editsub', { sub: 'Pro', trialdays: '0' });
    expect(await again.handlers.register({ ...wantedWith(''), key: null })).toMatchObject(
      failed('type-unknown'),
    );
    expect(again.session()).toMatchObject({ unsupported: [], trialDays: 0 });
    expect((await startRealLoader(service)).session().trialDays).toBe(0);
  });

  test('leaves the key unused if the name is taken', async () => {
    const key = await service.addLicense({ days: 30 });
    const loader = await startRealLoader(service);
    const taken = { ...wantedWith(key), username: bystander.username };
    expect(await loader.handlers.register(taken)).toMatchObject(failed('username-taken'));
    loader.at('signed-out');
    expect(await loader.handlers.register(wantedWith(key))).toEqual(done);
  });

  test('creates no account with a used, blocked or unknown key', async () => {
    const used = await service.addLicense({ days: 30 });
    const loader = await startRealLoader(service);
    await loader.handlers.redeem({ username: bystander.username, key: used });
    const blocked = await service.addLicense({ days: 30, banned: 'charged back' });
    for (const [key, code] of [
      [used, 'key-used'],
      [blocked, 'key-banned'],
      ['NWND-0000-0000-0000', 'key-unknown'],
    ] as const) {
      const wanted = wantedWith(key);
      expect(await loader.handlers.register(wanted)).toMatchObject(failed(code));
      const { username, password } = wanted;
      const answer = await loader.handlers.signIn({ username, password, remember: false });
      expect(answer).toMatchObject(failed('bad-credentials'));
    }
  });
});

describe('a key alone', () => {
  test('creates an account, signs in again under its name, and can redeem for it', async () => {
    const key = await service.addLicense({ days: 30 });
    const loader = await startRealLoader(service);
    expect(await loader.handlers.signInWithKey({ key, remember: false })).toEqual(done);
    const { username, byKey } = loader.at('ready').account;
    expect(byKey).toBe(true);
    expect(username).not.toBe(key);
    await loader.handlers.retry({});
    expect(loader.at('ready').account.username).toBe(username);
    const more = await service.addLicense({ days: 30 });
    expect(await loader.handlers.redeem({ username, key: more })).toMatchObject({ ok: true });
    const second = await startRealLoader(service);
    await second.handlers.signInWithKey({ key, remember: false });
    expect(second.at('ready').account.subscriptions[0]?.expiresAt).toBe(nowMs + 2 * monthMs);
    expect(service.logText()).not.toContain(key);
  });

  test('is refused without a sign-in if it was redeemed on an account', async () => {
    const key = await service.addLicense({ days: 30 });
    const loader = await startRealLoader(service);
    await loader.handlers.redeem({ username: bystander.username, key });
    const answer = await loader.handlers.signInWithKey({ key, remember: false });
    expect(answer).toMatchObject(failed('key-used'));
    loader.at('signed-out');
  });
});

describe('changing the user name', () => {
  test('lets only the new name sign in afterwards', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const loader = await startRealLoader(service, {}, user);
    loader.at('ready');
    const { username } = person();
    expect(await loader.handlers.changeUsername({ newUsername: username })).toEqual(done);
    expect(loader.at('ready').account.username).toBe(username);
    const second = await startRealLoader(service);
    expect(await second.handlers.signIn(form(user))).toMatchObject(failed('bad-credentials'));
    expect(await second.handlers.signIn({ ...form(user), username })).toEqual(done);
  });

  test('changes nothing if the name is taken', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const loader = await startRealLoader(service);
    await loader.handlers.signIn(form(user));
    const answer = await loader.handlers.changeUsername({ newUsername: bystander.username });
    expect(answer).toMatchObject(failed('new-username-taken'));
    expect(loader.at('ready').account.username).toBe(user.username);
  });

  test('detects the change after a lost answer', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const loader = await startRealLoader(service);
    await loader.handlers.signIn(form(user));
    const { username } = person();
    loader.pass(async (request, send) => {
      const outcome = await send(request);
      return loader.types.at(-1) === 'changeUsername'
        ? { ok: false, fault: 'broken-off' }
        : outcome;
    });
    expect(await loader.handlers.changeUsername({ newUsername: username })).toEqual(done);
    expect(loader.at('signed-out').username).toBe(username);
  });
});

test('a forgotten password fails with a message if the service cannot send e-mail', async () => {
  const loader = await startRealLoader(service);
  const answer = await loader.handlers.forgot({
    username: bystander.username,
    email: 'someone@example.com',
  });
  expect(answer).toMatchObject({ ok: false });
  if (!answer.ok) expect(['mail-unavailable', 'email-missing']).toContain(answer.failure.code);
  loader.at('signed-out');
});

test('a lost key fails with a message if the service cannot send e-mail', async () => {
  const loader = await startRealLoader(service);
  const answer = await loader.handlers.lostKey({ email: 'someone@example.com' });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'mail-unavailable' } });
  loader.at('signed-out');
});
