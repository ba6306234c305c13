// The trust status: what the last exchange proved. It is never "verified" while the loader reports
// the service as unreachable.
import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/shared/session.ts';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, fakePublicKey, signText, refusal } from '../support/fake-http.ts';
import {
  anna,
  atForm,
  atReady,
  checkEveryMs,
  createHarness,
  type Harness,
  form,
} from './harness.ts';

const verifiedAt = (at: number) => ({ kind: 'verified', at, signedBy: fakePublicKey }) as const;
const bad = [{ kind: 'not-reached' }, { kind: 'refused' }];

/** Returns the snapshots that show "verified" while the service is unreachable. */
function greenUnderRed({ view }: Harness): readonly Session[] {
  return view.published.filter(
    ({ phase, trust }) => phase.kind === 'unreachable' && trust?.kind === 'verified',
  );
}

describe('the trust of an exchange', () => {
  test('is unknown before the first exchange', async () => {
    const { loader, http, session } = createHarness();
    http.on('init', 'never');
    void loader.start();
    await settled();
    expect(session().trust).toBeNull();
  });

  test('is verified after a signed answer, with the time of this computer', async () => {
    const { session, clock } = await atForm({ clockOffsetMs: 7_200_000 });
    expect(session().trust).toEqual(verifiedAt(clock.now()));
  });

  test.each([
    [{ fault: 'offline' }, 'not-reached'],
    [{ fault: 'dns' }, 'not-reached'],
    [{ fault: 'refused-connection' }, 'not-reached'],
    [{ fault: 'timeout' }, 'not-reached'],
    [{ fault: 'tls' }, 'not-reached'],
    [{ fault: 'proxy-auth' }, 'not-reached'],
    [{ fault: 'led-away' }, 'not-reached'],
    [{ fault: 'broken-off' }, 'not-reached'],
    [{ fault: 'malformed' }, 'refused'],
    [{ fault: 'redirect' }, 'refused'],
    [{ fault: 'too-large' }, 'refused'],
    [{ status: 200, text: '<html>' }, 'not-reached'],
    [{ status: 407, text: '' }, 'not-reached'],
    [{ status: 503, text: '<html>' }, 'refused'],
    [{ status: 404, text: 'what?' }, 'refused'],
    [{ status: 200, text: '{"success":true,"sessionid":"s"}' }, 'refused'],
    [{ success: true, message: 'no session id' }, 'refused'],
  ] as const)('after %o is %s', async (scripted, kind) => {
    const harness = createHarness();
    harness.http.on('init', scripted);
    await harness.loader.start();
    harness.at('unreachable');
    expect(harness.session().trust).toEqual({ kind });
  });

  test.each(['rate-limited', 'app-unknown', 'something-new', 'internal'])(
    'is verified for %s signed by the service',
    async (reason) => {
      const { loader, http, session, at, clock } = createHarness();
      http.on('init', refusal(reason));
      await loader.start();
      at('unreachable');
      expect(session().trust).toEqual(verifiedAt(clock.now()));
    },
  );

  test('is updated by retries while the application is paused', async () => {
    const { loader, http, session, at, clock } = createHarness();
    http.on('init', refusal('app-paused'));
    await loader.start();
    await clock.advance(600_000);
    at('app-paused');
    const { trust } = session();
    expect(trust?.kind === 'verified' && trust.at > clock.now() - 120_000).toBe(true);
  });

  test.each([
    [{ success: false, reason: 'bad-credentials', message: '' }, { kind: 'unverified' }],
    [{ status: 500, text: 'Error' }, { kind: 'unverified' }],
    [{ status: 200, text: 'nonsense' }, { kind: 'refused' }],
    [{ fault: 'offline' }, { kind: 'not-reached' }],
  ] as const)('is known for a service that does not sign: %o', async (scripted, trust) => {
    const service = { publicKey: undefined, allowUnsigned: true };
    const { handlers, http, session } = await atForm({ service });
    expect(session().trust).toEqual({ kind: 'unverified' });
    http.on('login', scripted);
    await handlers.signIn(form);
    expect(session().trust).toEqual(trust);
  });
});

describe('the status "verified"', () => {
  test('is not shown while a retry from "You are offline" is in progress', async () => {
    const harness = createHarness({ saved: anna });
    const { loader, http, handlers, session, at, clock } = harness;
    http.on('init', { fault: 'offline' });
    await loader.start();
    http.on('init', { success: true, sessionid: 's' });
    const release = http.hold('login');
    const retrying = handlers.retry({});
    await settled();
    expect(http.types().at(-1)).toBe('login');
    expect(session().trust).toEqual({ kind: 'not-reached' });
    release({ fault: 'offline' });
    await retrying;
    at('unreachable');
    expect(session().trust).toEqual({ kind: 'not-reached' });
    http.on('login', { success: true, info: accountInfo('anna') });
    await handlers.retry({});
    at('ready');
    expect(session().trust).toEqual(verifiedAt(clock.now()));
    expect(greenUnderRed(harness)).toEqual([]);
  });

  test('is not shown after that retry was cancelled', async () => {
    const harness = createHarness({ saved: anna });
    const { loader, http, handlers, session, at } = harness;
    http.on('init', { fault: 'offline' });
    await loader.start();
    http.on('init', { success: true, sessionid: 's' });
    http.hold('login');
    void handlers.retry({});
    await settled();
    await handlers.cancel({});
    at('unreachable');
    expect(session().trust).toBeNull();
    expect(greenUnderRed(harness)).toEqual([]);
  });

  test.each(['init', 'login'])(
    'is not shown after a start that was cancelled at its %s',
    async (type) => {
      const { loader, http, handlers, session, at } = createHarness({ saved: anna });
      http.hold(type);
      void loader.start();
      await settled();
      await handlers.cancel({});
      at('signed-out');
      expect(session().trust).toBeNull();
    },
  );

  test.each([
    { fault: 'refused-connection' },
    { fault: 'tls' },
    { status: 503, text: '' },
  ] as const)(
    'is not shown after a sign-out while the service is unreachable: %o',
    async (gone) => {
      const harness = await atReady();
      const { http, handlers, session, at, clock, view } = harness;
      http.on('logout', gone);
      http.on('init', gone);
      const before = view.published.length;
      await handlers.signOut({});
      await clock.advance(60_000);
      at('signed-out');
      expect(bad).toContainEqual(session().trust);
      const form = view.published.slice(before).filter(({ phase }) => phase.kind === 'signed-out');
      expect(form.map(({ trust }) => trust?.kind)).not.toContain('verified');
    },
  );

  test('is shown again after a sign-out that the service answers', async () => {
    const { handlers, session, clock } = await atReady();
    await handlers.signOut({});
    await settled();
    expect(session().trust).toEqual(verifiedAt(clock.now()));
  });

  test('is not shown after a check without an answer', async () => {
    const { http, handlers, session, at } = await atReady();
    http.on('check', { fault: 'offline' });
    await handlers.retry({});
    at('ready');
    expect(session().trust).toEqual({ kind: 'not-reached' });
  });
});

test('an interrupted check does not change the trust status', async () => {
  const { http, handlers, session, clock } = await atReady();
  const { trust } = session();
  http.hold('check');
  await clock.advance(checkEveryMs);
  const release = http.hold('upgrade');
  void handlers.redeem({ username: 'anna', key: 'k' });
  await settled();
  expect(session().trust).toEqual(trust);
  release({ success: true });
});

describe("the service's clock", () => {
  test('is shown as an offset that small differences between answers do not change', async () => {
    const offset = 365 * 86_400_000;
    const { session, clock, view } = await atReady({ clockOffsetMs: offset });
    const { clockOffsetMs } = session();
    expect(Math.abs((clockOffsetMs ?? 0) - offset)).toBeLessThan(1000);
    await clock.advance(20 * 300_700);
    expect(session().clockOffsetMs).toBe(clockOffsetMs);
    const offsets = view.published.map((one) => one.clockOffsetMs).filter((one) => one !== null);
    expect(new Set(offsets).size).toBe(1);
  });

  test('updates the offset if the clock is set', async () => {
    const { http, session, clock, handlers } = await atReady();
    http.tamper(({ body }) => signText(Buffer.from(body).toString(), clock.now() - 3_600_000));
    await handlers.retry({});
    expect(session().clockOffsetMs).toBe(3_600_000);
  });

  test('is unknown without signatures', async () => {
    const { session } = await atReady({ service: { publicKey: undefined, allowUnsigned: true } });
    expect(session().clockOffsetMs).toBeNull();
  });
});
