// Automatic retries and their intervals: for an unreachable service and for a paused application.
import { describe, expect, test } from 'vitest';
import { pausedRetryMs, unreachableRetryMs } from '../../src/main/core/flows/background-work.ts';
import { anna, createHarness } from './harness.ts';
import { refusal } from '../support/fake-http.ts';

describe('unreachable', () => {
  test('shows the next retry, after at least 30 s and spread over clients', async () => {
    const { loader, http, clock, view, at, changes, session, nextRetry } = createHarness({
      saved: anna,
    });
    http.on('init', { fault: 'offline' });
    await loader.start();
    const [before, published] = [changes(), view.published.length];
    const waits: number[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      waits.push((session().nextRetryAt ?? 0) - clock.now());
      await nextRetry();
      expect(http.types()).toHaveLength(1 + tries);
    }
    expect(changes()).toBe(before);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(unreachableRetryMs);
    expect(Math.max(...waits)).toBeLessThan(1.5 * unreachableRetryMs);
    expect(new Set(waits).size).toBeGreaterThan(1);
    http.on('init', { success: true, sessionid: 's' });
    await nextRetry();
    at('ready');
    expect(session().nextRetryAt).toBeNull();
    expect(view.published.slice(published).every(({ step }) => step === null)).toBe(true);
  });

  test('shows the new cause when the cause changes', async () => {
    const { loader, http, nextRetry, at } = createHarness();
    http.on('init', { fault: 'offline' });
    await loader.start();
    for (const [fault, code] of [
      ['tls', 'tls'],
      ['broken-off', 'interrupted'],
      ['malformed', 'bad-reply'],
    ] as const) {
      http.on('init', { fault });
      await nextRetry();
      expect(at('unreachable').failure.code).toBe(code);
    }
  });

  test('respects the wait that the service requests', async () => {
    const { loader, http, clock, nextRetry } = createHarness();
    http.on('init', refusal('rate-limited', { retryAfter: 300 }));
    await loader.start();
    await clock.advance(300_000);
    expect(http.types()).toEqual(['init']);
    await nextRetry();
    expect(http.types()).toEqual(['init', 'init']);
  });

  test('is retried immediately on Retry, even during a background retry', async () => {
    const { loader, http, nextRetry, handlers, at } = createHarness();
    http.on('init', { fault: 'offline' });
    await loader.start();
    const release = http.hold('init');
    await nextRetry();
    const retrying = handlers.retry({});
    release({ success: true, sessionid: 'late' });
    http.on('init', { success: true, sessionid: 'mine' });
    expect(await retrying).toMatchObject({ ok: true });
    at('signed-out');
    expect(http.types()).toEqual(['init', 'init', 'init']);
  });

  test('keeps the support code if Retry fails in the same way', async () => {
    const { loader, http, handlers, at } = createHarness();
    http.on('init', { fault: 'offline' });
    await loader.start();
    const { failure } = at('unreachable');
    await handlers.retry({});
    expect(at('unreachable').failure).toEqual(failure);
  });

  test('returns to the form on Back, without further retries', async () => {
    const { loader, http, handlers, clock, at, session } = createHarness({ saved: anna });
    http.on('init', { fault: 'offline' });
    await loader.start();
    await handlers.goBack({});
    expect(at('signed-out').username).toBe('anna');
    expect(session().nextRetryAt).toBeNull();
    await clock.advance(3_600_000);
    expect(http.types()).toEqual(['init']);
  });
});

test('a paused application is retried in the background every minute or two', async () => {
  const { loader, http, clock, changes, at, session, nextRetry } = createHarness();
  http.on('init', refusal('app-paused'));
  await loader.start();
  const before = changes();
  expect((session().nextRetryAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(pausedRetryMs);
  for (let tries = 0; tries < 3; tries += 1) await nextRetry();
  expect(http.types()).toHaveLength(4);
  expect(changes()).toBe(before);
  http.on('init', { success: true, sessionid: 's' });
  await nextRetry();
  at('signed-out');
});

test.each(['app-disabled', 'update-required'])(
  '%s is not retried automatically',
  async (reason) => {
    const { loader, http, clock } = createHarness();
    http.on('init', refusal(reason));
    await loader.start();
    await clock.advance(3_600_000);
    expect(http.types()).toEqual(['init']);
  },
);
