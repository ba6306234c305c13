// The core against the real license service in this process, over real sockets. These tests cover
// what fakes cannot prove.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignInMethod } from '../../src/main/core/ports.ts';
import type { Credentials } from '../support/fake-vault.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { form, nowMs, startRealLoader } from './real-loader.ts';

const month = 30 * 86_400;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: () => nowMs });
  await service.addVariable('news', 'Hello from the seller', false);
});
afterAll(() => service.close());

const started = (overrides: object = {}, kept: Credentials | SignInMethod | null = null) =>
  startRealLoader(service, overrides, kept);

describe.each(['GET', 'POST'] as const)('by %s', (method) => {
  test('signs in with one request, and reads the announcement', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const loader = await started({ method });
    expect(await loader.handlers.signIn(form(user))).toEqual({ ok: true, value: null });
    const { account } = loader.at('ready');
    expect(account.username).toBe(user.username);
    expect(account.subscriptions[0]?.expiresAt).toBe(nowMs + month * 1000);
    expect(loader.types).toEqual(['init', 'login']);
    await loader.clock.advance(0);
    await loader.when((phase) => phase.kind === 'ready' && phase.announcement !== null);
    expect(loader.at('ready').announcement?.text).toBe('Hello from the seller');
  });

  test('reports a wrong password and an unknown user in the same way', async () => {
    const user = await service.addUser();
    const loader = await started({ method });
    for (const wrong of [
      { ...form(user), password: 'wrong' },
      { ...form(user), username: 'nobody-here' },
    ])
      expect(await loader.handlers.signIn(wrong)).toMatchObject({
        ok: false,
        failure: { code: 'bad-credentials' },
      });
    loader.at('signed-out');
  });

  test('asks for the code and accepts the correct one after a wrong one', async () => {
    const user = await service.addUser({ totp: true });
    const loader = await started({ method });
    await loader.handlers.signIn(form(user));
    loader.at('code-needed');
    const right = service.totpCode(user.totpSecret ?? '', nowMs);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect(await loader.handlers.submitCode({ code: wrong })).toMatchObject({
      failure: { code: 'bad-code', failures: 1, clockOffsetMs: 0 },
    });
    expect(await loader.handlers.submitCode({ code: right })).toEqual({ ok: true, value: null });
    loader.at('ready');
  });

  test.each(['&type=upgrade#', 'a+b %20=c&d', '🔑 مفتاح', 'pa\u00a0ss\u200b'])(
    'accepts the password %o',
    async (password) => {
      const user = await service.addUser({ password });
      const loader = await started({ method });
      await loader.handlers.signIn(form(user));
      loader.at('ready');
    },
  );

  test('redeems a key without signing in, and refuses used, unknown and banned ones', async () => {
    const user = await service.addUser({ subscription: 'none' });
    const { username } = user;
    const key = await service.addLicense({ days: 30 });
    const banned = await service.addLicense({ days: 30, banned: 'stolen' });
    const loader = await started({ method });
    expect(await loader.handlers.redeem({ username, key })).toMatchObject({
      ok: true,
      value: {
        username,
        addedSeconds: month,
        lifetime: false,
        expiresAt: nowMs + month * 1000,
        previousExpiresAt: null,
        redeemedAt: expect.any(Number) as number,
      },
    });
    loader.at('signed-out');
    expect(await loader.handlers.redeem({ username, key })).toMatchObject({
      failure: { code: 'key-used', usedByYou: false, afterLostAnswer: false },
    });
    expect(await loader.handlers.redeem({ username, key: 'NOT-A-KEY' })).toMatchObject({
      failure: { code: 'key-unknown' },
    });
    expect(await loader.handlers.redeem({ username, key: banned })).toMatchObject({
      failure: { code: 'key-banned' },
    });
    expect(
      await loader.handlers.redeem({
        username: 'nobody-here',
        key: await service.addLicense({ days: 1 }),
      }),
    ).toMatchObject({
      failure: { code: 'user-unknown' },
    });
  });

  test('shows the end before and after a redeem, and recognizes a key that the user redeemed earlier', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const bystander = await service.addUser({ subscription: { days: 30 } });
    const wanted = { username: user.username, key: await service.addLicense({ days: 30 }) };
    const loader = await started({ method });
    await loader.handlers.signIn(form(user));
    const [before, until] = [nowMs + month * 1000, nowMs + 2 * month * 1000];
    expect(await loader.handlers.redeem(wanted)).toMatchObject({
      value: {
        subscription: 'Pro',
        addedSeconds: month,
        expiresAt: until,
        previousExpiresAt: before,
      },
    });
    expect(loader.at('ready').account).toMatchObject({
      dates: 'current',
      subscriptions: [{ expiresAt: until }],
    });
    expect(await loader.handlers.redeem(wanted)).toMatchObject({
      failure: { code: 'key-used', usedByYou: true, expiresAt: until },
    });
    const other = await started({ method });
    await other.handlers.signIn(form(bystander));
    expect(other.at('ready').account.subscriptions[0]?.expiresAt).toBe(before);
  });

  test('redeems without a subscription, then signs in', async () => {
    const user = await service.addUser({ subscription: 'none' });
    const key = await service.addLicense({ days: 99_999 });
    const loader = await started({ method });
    await loader.handlers.signIn(form(user));
    expect(loader.at('no-subscription').cause).toBe('never');
    expect(await loader.handlers.redeem({ username: user.username, key })).toMatchObject({
      value: { lifetime: true },
    });
    loader.at('no-subscription');
    await loader.clock.advance(0);
    await loader.when(({ kind }) => kind === 'ready');
    expect(loader.at('ready').account.subscriptions[0]?.lifetime).toBe(true);
    expect(loader.types).toEqual(['init', 'login', 'upgrade', 'login']);
  });
});

describe('account states', () => {
  test('include expired, paused and banned', async () => {
    const expired = await started();
    await expired.handlers.signIn(form(await service.addUser({ subscription: 'expired' })));
    expect(expired.at('no-subscription')).toMatchObject({ cause: 'expired' });
    expect(expired.at('no-subscription').lapsed[0]?.expiresAt).toBeLessThan(nowMs);
    const paused = await started();
    await paused.handlers.signIn(form(await service.addUser({ subscription: 'paused' })));
    expect(paused.at('no-subscription').cause).toBe('paused');
    const banned = await started();
    await banned.handlers.signIn(form(await service.addUser({ banned: 'chargeback' })));
    expect(banned.at('banned')).toMatchObject({ cause: 'user', reason: 'chargeback' });
  });

  test.each([{ version: '0.9' }, { version: undefined, loaderVersion: '0.9' }])(
    'an outdated version leads to the screen for a required update: %j',
    async (given) => {
      const loader = await started(given);
      expect(loader.at('update-required').requiredVersion).toBe('1.0');
    },
  );

  test('the version of the package is sent if the configuration has none', async () => {
    // The package's version in `info` is one that the service accepts.
    const loader = await started({ version: undefined });
    expect(loader.at('signed-out')).toMatchObject({ kind: 'signed-out' });
  });

  test('an unknown application is refused', async () => {
    const loader = await started({ ownerid: 'otherOwner' });
    expect(loader.at('unreachable').failure.code).toBe('app-unknown');
  });
});

describe('the account', () => {
  test('shows ended subscriptions and the device link date, and no data of another user', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const other = await service.addUser({ subscription: { days: 30 } });
    const loader = await started();
    await loader.handlers.signIn(form(user));
    const { account } = loader.at('ready');
    expect(account.lapsed).toEqual([]);
    expect(account.boundAt).toBe(Math.floor(nowMs / 1000) * 1000);
    expect(account.subscriptions[0]?.level).toMatch(/^\d+$/);
    // The first check reads the announcement, which is news.
    await loader.handlers.retry({});
    expect(loader.session().notice).toMatchObject({ kind: 'checked', changed: true });
    expect(await loader.handlers.retry({})).toEqual({ ok: true, value: null });
    expect(loader.session().notice).toMatchObject({ kind: 'checked', changed: false });
    expect(loader.at('ready').account).toEqual(account);
    await loader.handlers.signOut({});
    await loader.handlers.signIn(form(other));
    expect(loader.at('ready').account.username).toBe(other.username);
  });
});
