// Saved keys sign in like saved passwords, including the code step, and a wrong key is removed.
// Also, the core can send every operation of the client API with its own types.
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createLicensing, type Params } from '@latchkey/client/licensing.ts';
import { createServiceSession } from '@latchkey/client/service-session.ts';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { createTurn } from '@latchkey/client/turn.ts';
import { parseLoaderConfig, publicKeysOf } from '../../src/shared/config.ts';
import { clientSpec, type ClientType, type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeHttp, fakeOwnerid, fakePublicKey, accountInfo } from '../support/fake-http.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { createHarness } from './harness.ts';
import { nowMs, startRealLoader } from './real-loader.ts';

const key = 'NWND-7K2M-QX4T-91KD';
const byKey = { kind: 'key', key } as const;

describe('a saved key', () => {
  test('signs in at the start', async () => {
    const { loader, http, at } = createHarness({ saved: byKey });
    http.on('license', { success: true, info: accountInfo(key) });
    await loader.start();
    at('ready');
    expect(http.types()).toEqual(['init', 'license']);
    expect(http.sent[1]?.params).toMatchObject({ key, sessionid: 'session-1' });
    expect(http.sent[1]?.params).not.toHaveProperty('pass');
    expect(http.sent[1]?.newConnection).toBe(true);
  });

  test('is sent again with the one-time code', async () => {
    const { loader, handlers, http, at } = createHarness({ saved: byKey });
    http.on('license', ({ params }) =>
      params['code'] === '123456'
        ? { success: true, info: accountInfo(key) }
        : { success: false, reason: 'code-needed', message: '2FA code required.' },
    );
    await loader.start();
    at('code-needed');
    expect(await handlers.submitCode({ code: '123456' })).toEqual({ ok: true, value: null });
    at('ready');
    expect(http.sent.at(-1)?.params).toMatchObject({ key, code: '123456' });
  });

  test.each(['key-unknown', 'key-used'])(
    'is removed if it is %s, and the form gives the reason',
    async (reason) => {
      const { loader, http, vault, at } = createHarness({ saved: byKey });
      http.on('license', { success: false, reason, message: 'text' });
      await loader.start();
      expect(at('signed-out').failure?.code).toBe(reason);
      expect(vault.list).toEqual([]);
    },
  );

  test('stays saved if the service did not reject it', async () => {
    const { loader, http, vault, at } = createHarness({ saved: byKey });
    http.on('license', { fault: 'offline' });
    await loader.start();
    at('unreachable');
    expect(vault.list).toMatchObject([{ method: byKey }]);
  });
});

describe('with the real service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ now: () => nowMs });
  });
  afterAll(() => service.close());

  test('an unused key becomes an account, and signs in again later', async () => {
    const fresh = await service.addLicense({ days: 30 });
    const kept = { kind: 'key', key: fresh } as const;
    const first = await startRealLoader(service, {}, kept);
    expect(first.at('ready').account.subscriptions).toHaveLength(1);
    const second = await startRealLoader(service, {}, kept);
    expect(second.at('ready').account.username).toBe(first.at('ready').account.username);
    expect(second.types).toEqual(['init', 'license']);
  });
});

describe('every operation', () => {
  const inSession = Object.keys(clientSpec).filter((type) => type !== 'init') as Exclude<
    ClientType,
    'init'
  >[]; // the table has only these keys

  test.each(inSession)('%s can be sent in a session', async (type) => {
    const clock = createFakeClock();
    const http = createFakeHttp(clock.now);
    http.on(type, { success: false, reason: 'not-signed-in', message: 'text' });
    const parsed = parseLoaderConfig(
      JSON.stringify({
        service: {
          baseUrl: 'https://licenses.example',
          name: 'Northwind Studio',
          ownerid: fakeOwnerid,
          version: '1.0',
          publicKey: fakePublicKey,
        },
        brand: { name: 'Northwind Studio', color: '#4f46e5' },
        launch: { path: 'app' },
      }),
    );
    if (!parsed.ok) throw new Error(parsed.problems.join('; '));
    const randomHex = () => 'cd'.repeat(32);
    const licensing = createLicensing({
      application: { ...parsed.config.service, publicKeys: publicKeysOf(parsed.config.service) },
      messages: parsed.config.messages,
      http,
      clock,
      randomHex,
      serviceTime: createServiceTime(clock),
      onExchange: () => undefined,
    });
    const session = createServiceSession({
      licensing,
      clock,
      version: '1.0',
      onDefect: (error) => {
        throw error;
      },
    });
    const ask = session.request as (
      turn: ReturnType<typeof createTurn>,
      type: string,
      params: object,
    ) => ReturnType<typeof session.request>; // the same parameters for all types
    const reply = await ask(createTurn(clock), type, { data: 'x' });
    expect(reply).toMatchObject({
      failedOperation: type,
      refusal: { facts: { code: 'not-signed-in' } },
    });
    expect(http.sent.at(-1)?.params).toMatchObject({ type, sessionid: 'session-1', data: 'x' });
  });

  test('has its own parameters and success', () => {
    expectTypeOf<Params<'setvar'>>().toEqualTypeOf<{
      var: string;
      data: string;
      sessionid: string;
    }>();
    expectTypeOf<Params<'chatsend'>>().not.toEqualTypeOf<Params<'setvar'>>();
    expectTypeOf<SuccessOf<'getvar'>['response']>().toEqualTypeOf<string>();
    // @ts-expect-error a variable has no password
    const wrong: Params<'getvar'> = { pass: 'x', sessionid: 's' };
    expect(wrong).toBeDefined();
  });
});
