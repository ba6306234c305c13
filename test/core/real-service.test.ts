// The core against the real license service in this process, over real sockets: what fakes cannot promise.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpOutcome, SignInMethod } from '../../src/main/core/ports.ts';
import { signatureHeader } from '../../src/shared/wire/envelope.ts';
import type { Credentials } from '../support/fake-vault.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { form, nowMs, type Passing, startRealLoader } from './real-loader.ts';

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
    expect(loader.at('ready').announcement).toBe('Hello from the seller');
  });

  test('refuses a wrong password and an unknown user alike', async () => {
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

  test('asks for the code: wrong, then right', async () => {
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
    'the password %o',
    async (password) => {
      const user = await service.addUser({ password });
      const loader = await started({ method });
      await loader.handlers.signIn(form(user));
      loader.at('ready');
    },
  );

  test('redeems a key without signing in, and knows a used, an unknown and a banned one', async () => {
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
        endedBefore: null,
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

  test('signed in: until when, and until when before; the same key again is good news', async () => {
    const user = await service.addUser({ subscription: { days: 30 } });
    const bystander = await service.addUser({ subscription: { days: 30 } });
    const wanted = { username: user.username, key: await service.addLicense({ days: 30 }) };
    const loader = await started({ method });
    await loader.handlers.signIn(form(user));
    const [before, until] = [nowMs + month * 1000, nowMs + 2 * month * 1000];
    expect(await loader.handlers.redeem(wanted)).toMatchObject({
      value: { subscription: 'Pro', addedSeconds: month, expiresAt: until, endedBefore: before },
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

  test('from no subscription: redeem, then the ordinary sign-in', async () => {
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
  test('expired, paused and banned', async () => {
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

  test('another version is asked to update', async () => {
    const loader = await started({ version: '0.9' });
    expect(loader.at('update-required').requiredVersion).toBe('1.0');
  });

  test('an application nobody knows', async () => {
    const loader = await started({ ownerid: 'otherOwner' });
    expect(loader.at('unreachable').failure.code).toBe('app-unknown');
  });
});

describe('the session', () => {
  test('that is gone before the sign-in is opened again', async () => {
    const user = await service.addUser();
    const loader = await started();
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.signIn(form(user));
    loader.at('ready');
    expect(loader.types).toEqual(['init', 'login', 'init', 'login']);
  });

  test('that is gone once signed in has ended', async () => {
    const user = await service.addUser();
    const loader = await started();
    await loader.handlers.signIn(form(user));
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.launch({});
    loader.at('session-ended');
    expect(loader.launcher.lines).toEqual([]);
  });

  test('that is gone once signed in is opened again with a kept sign-in, and the launch goes on', async () => {
    const user = await service.addUser();
    const loader = await started({}, form(user));
    loader.at('ready');
    await service.database.deleteFrom('sessions').execute();
    await loader.handlers.launch({});
    loader.at('running');
    expect(loader.types).toEqual(['init', 'login', 'check', 'init', 'login']);
    const { sessionid } = JSON.parse(loader.launcher.lines[0] ?? '{}') as { sessionid: string };
    const { name, ownerid } = service.app;
    const query = new URLSearchParams({ type: 'check', name, ownerid, sessionid });
    const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    expect(await answer.json()).toMatchObject({ success: true });
  });

  test('is ended at the service by signing out', async () => {
    const user = await service.addUser();
    const loader = await started();
    await loader.handlers.signIn(form(user));
    await loader.handlers.launch({});
    const { sessionid } = JSON.parse(loader.launcher.lines[0] ?? '{}') as { sessionid: string };
    loader.launcher.exit({ exitCode: 0, signal: null });
    await loader.when(({ kind }) => kind === 'ready');
    let loggedOut: (outcome: HttpOutcome) => void = () => undefined;
    const logout = new Promise<HttpOutcome>((resolve) => (loggedOut = resolve));
    loader.pass(async (request, send) => {
      const outcome = await send(request);
      if (request.url.includes('type=logout')) loggedOut(outcome);
      return outcome;
    });
    await loader.handlers.signOut({});
    expect(await logout).toMatchObject({ ok: true, status: 200 });
    const query = new URLSearchParams({
      type: 'check',
      name: service.app.name,
      ownerid: service.app.ownerid,
      sessionid,
    });
    const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    expect(await answer.json()).toMatchObject({ success: false, reason: 'session-gone' });
  });
});

describe('on the way', () => {
  const startedThenSignIn = async (passing: Passing): Promise<string> => {
    const user = await service.addUser();
    const loader = await started();
    loader.pass(passing);
    await loader.handlers.signIn(form(user));
    const phase = loader.phase();
    return phase.kind === 'unreachable' ? phase.failure.code : phase.kind;
  };
  const changed =
    (change: (answer: Extract<HttpOutcome, { ok: true }>) => HttpOutcome): Passing =>
    async (request, send) => {
      const outcome = await send(request);
      return outcome.ok ? change(outcome) : outcome;
    };

  test('untouched it signs in', async () => {
    expect(await startedThenSignIn((request, send) => send(request))).toBe('ready');
  });

  test('a changed body', async () => {
    const code = await startedThenSignIn(
      changed((answer) => ({
        ...answer,
        body: Buffer.from(
          Buffer.from(answer.body).toString().replace('"level":"1"', '"level":"9"'),
        ),
      })),
    );
    expect(code).toBe('bad-signature');
  });

  test('a changed signature', async () => {
    const code = await startedThenSignIn(
      changed((answer) => ({
        ...answer,
        headers: { ...answer.headers, [signatureHeader]: '0'.repeat(128) },
      })),
    );
    expect(code).toBe('bad-signature');
  });

  test('a page of HTML and a plain text', async () => {
    const html = changed((answer) => ({
      ...answer,
      status: 200,
      headers: {},
      body: Buffer.from('<html>'),
    }));
    const text = changed((answer) => ({
      ...answer,
      status: 200,
      headers: {},
      body: Buffer.from('Hello'),
    }));
    expect(await startedThenSignIn(html)).toBe('captive-portal');
    expect(await startedThenSignIn(text)).toBe('bad-reply');
  });

  test('a success recorded from another sign-in, replayed', async () => {
    const user = await service.addUser();
    const first = await started();
    let recorded: HttpOutcome | null = null;
    first.pass(async (request, send) => (recorded = await send(request)));
    await first.handlers.signIn(form(user));
    first.at('ready');
    const second = await started();
    second.pass((request, send) => (recorded === null ? send(request) : Promise.resolve(recorded)));
    await second.handlers.signIn({ ...form(user), password: 'wrong' });
    expect(second.at('unreachable').failure.code).toBe('bad-signature');
  });

  test('another public key', async () => {
    const loader = await started({
      publicKey: '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8',
    });
    expect(loader.at('unreachable').failure.code).toBe('bad-signature');
  });
});

test('random passwords over the whole way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 256 }),
      fc.constantFrom('GET', 'POST'),
      async (password, method) => {
        const user = await service.addUser({ password });
        const loader = await started({ method });
        await loader.handlers.signIn(form(user));
        loader.at('ready');
      },
    ),
    { numRuns: 20, seed: 3 },
  );
});
