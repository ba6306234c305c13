// Which answers of the service delete, keep or renew an offline pass
// (docs/helping.md#working-offline).
import { describe, expect, test } from 'vitest';
import { refusal } from '../support/fake-http.ts';
import { away, createOffline, hourMs, passIn, startOffline, startOnline } from './offline-parts.ts';

describe('a refusal', () => {
  const deleting = [
    'banned',
    'blacklisted',
    'wrong-device',
    'no-subscription',
    'subscription-paused',
    'bad-credentials',
    'app-unknown',
    'app-disabled',
  ];
  const keeping = ['overloaded', 'rate-limited', 'internal', 'app-paused', 'update-required'];

  test.each([
    ...deleting.map((one) => [one, null] as const),
    ...keeping.map((one) => [one, 'kept'] as const),
  ])('%s of a sign-in: the pass is %s', async (reason, kept) => {
    const harness = await startOffline();
    const before = passIn(harness);
    expect(before).not.toBeNull();
    harness.restore();
    harness.http.on('login', refusal(reason, { retryAfter: 1 }));
    await harness.clock.advance(60_000);
    await harness.loader.settled();
    expect(passIn(harness)).toBe(kept === null ? null : before);
    const again = await harness.restart();
    again.cut();
    await again.loader.start();
    expect(again.phase().kind === 'ready').toBe(kept !== null);
  });

  test.each(deleting.filter((one) => one !== 'bad-credentials'))(
    '%s of a check deletes the pass',
    async (reason) => {
      const harness = await startOnline();
      harness.http.on('check', refusal(reason));
      await harness.clock.advance(3 * 60_000);
      await harness.loader.settled();
      expect(passIn(harness)).toBeNull();
    },
  );

  test('without a signature deletes nothing', async () => {
    const harness = await startOffline();
    harness.restore();
    harness.http.on('login', { status: 400, text: '{"success":false,"reason":"banned"}' });
    await harness.clock.advance(60_000);
    expect(harness.at('ready').offline).toBeDefined();
    expect(passIn(harness)).not.toBeNull();
  });

  test('in a session that was ended elsewhere deletes the pass', async () => {
    const harness = await startOnline();
    harness.http.on('check', refusal('session-gone', { ended: 'computer-removed' }));
    await harness.clock.advance(3 * 60_000);
    harness.at('session-ended');
    await harness.loader.settled();
    expect(passIn(harness)).toBeNull();
  });
});

describe('a pass', () => {
  test('is renewed hourly, not with every check', async () => {
    const { clock, http } = await startOnline();
    http.sent.length = 0;
    await clock.advance(2 * hourMs + 10 * 60_000);
    const checks = http.sent.filter(({ params }) => params['type'] === 'check');
    expect(checks.length).toBeGreaterThan(50);
    expect(checks.filter(({ params }) => params['offline'] === '1')).toHaveLength(2);
  });

  test('older than the known one is ignored', async () => {
    const harness = await startOnline();
    const known = passIn(harness);
    harness.passes({ sequence: 1 });
    await harness.clock.advance(hourMs + 5 * 60_000);
    expect(passIn(harness)).toBe(known);
    harness.passes({});
    await harness.clock.advance(hourMs + 5 * 60_000);
    expect(passIn(harness)).not.toBe(known);
  });

  test.each([
    ['another user', { username: 'berta' }],
    ['another computer', { hwid: 'e'.repeat(64) }],
    ['another application', { name: 'Other' }],
    ['another owner', { ownerid: 'zzzzz12345' }],
    ['a longer time than a seller can set', { until: 4_000_000_000 }],
  ])('for %s is not kept', async (_, fields) => {
    const harness = createOffline();
    harness.passes(fields);
    await harness.loader.start();
    await harness.loader.settled();
    harness.at('ready');
    expect(passIn(harness)).toBeNull();
    // Control: an unchanged pass is kept.
    const control = await startOnline();
    expect(passIn(control)).not.toBeNull();
  });

  test('without the required subscription allows no offline use', async () => {
    const before = await startOnline({ config: { requiredSubscription: 'Pro' } });
    before.loader.stop();
    const other = await before.restart({ config: { requiredSubscription: 'Team' } });
    other.cut(away);
    await other.loader.start();
    other.at('unreachable');
  });
});

test('a sign-out removes the pass', async () => {
  const { handlers, at, vault } = await startOffline();
  await handlers.signOut({});
  at('signed-out');
  expect(vault.list).toEqual([]);
});
