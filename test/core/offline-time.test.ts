// The time that limits an offline pass never goes backward (docs/helping.md#time-and-attacks).
import { expect, test } from 'vitest';
import { createOfflineTime } from '../../src/main/core/offline/offline-time.ts';
import { markEveryMs } from '../../src/main/core/flows/offline-mark.ts';
import { createFakeClock, settled } from '../support/fake-clock.ts';
import { hourMs, startOffline, startOnline } from './offline-parts.ts';

const dayMs = 24 * hourMs;

test('the later of known and local time is used', async () => {
  const clock = createFakeClock(1_000_000);
  const time = createOfflineTime(clock);
  expect(time.nowMs()).toBe(1_000_000);
  time.verify(5_000_000);
  await clock.advance(1_000);
  expect(time.nowMs()).toBe(5_001_000);
  clock.set(0);
  expect(time.nowMs()).toBe(5_001_000);
  await clock.advance(1_000);
  expect(time.nowMs()).toBe(5_002_000);
  clock.set(9_000_000);
  expect(time.nowMs()).toBe(9_000_000);
  clock.set(0);
  time.raise(4_000_000);
  expect(time.nowMs()).toBe(5_002_000);
  time.raise(6_000_000);
  expect(time.nowMs()).toBe(6_000_000);
  // The time of a verified answer replaces a stored time that is too late.
  time.verify(5_500_000);
  expect(time.nowMs()).toBe(5_500_000);
});

test('a clock set back before the start changes nothing', async () => {
  const before = await startOffline();
  const { until } = before.at('ready').offline ?? { until: 0 };
  await before.clock.advance(20 * hourMs);
  const harness = await before.restart();
  harness.clock.set(until - dayMs);
  harness.cut();
  await harness.loader.start();
  // Setting the clock back gains at most the time since the last mark.
  await harness.clock.advance(4 * hourMs);
  expect(harness.at('unreachable').offlineEndedAt).toBe(until);
});

test('a clock set back while the loader runs changes nothing', async () => {
  const { clock, at } = await startOffline();
  const { until } = at('ready').offline ?? { until: 0 };
  await clock.advance(20 * hourMs);
  clock.set(until - dayMs);
  await clock.advance(4 * hourMs - 1);
  at('ready');
  await clock.advance(1);
  expect(at('unreachable').offlineEndedAt).toBe(until);
});

test('a clock set back after the end does not revive the pass', async () => {
  const before = await startOffline();
  const { until } = before.at('ready').offline ?? { until: 0 };
  await before.clock.advance(dayMs);
  before.at('unreachable');
  for (const setTo of [until - dayMs, until - 1, 0]) {
    const harness = await before.restart();
    harness.clock.set(setTo);
    harness.cut();
    await harness.loader.start();
    expect(harness.at('unreachable').offlineEndedAt).toBe(until);
  }
  // Control: without the marks, the same clock would revive it.
  const [entry] = before.vault.list;
  if (entry?.offline === undefined) throw new Error('the ended pass stays');
  before.vault.list = [{ ...entry, offline: { ...entry.offline, seenAt: 0 } }];
  const control = await before.restart();
  control.clock.set(until - dayMs);
  control.cut();
  await control.loader.start();
  expect(control.at('ready').offline).toBeDefined();
});

test('a start after the end of the pass is recorded', async () => {
  const before = await startOnline();
  const startAt = async (atMs: number) => {
    const harness = await before.restart();
    harness.cut();
    harness.clock.set(atMs);
    await harness.loader.start();
    await harness.loader.settled();
    return harness;
  };
  const now = before.clock.now();
  (await startAt(now + 23 * hourMs)).at('ready');
  (await startAt(now + 25 * hourMs)).at('unreachable');
  (await startAt(now + hourMs)).at('unreachable');
});

test('a clock that is ahead ends the pass, until the service is reached', async () => {
  const before = await startOnline();
  const harness = await before.restart();
  harness.cut();
  harness.clock.set(harness.clock.now() + 2 * dayMs);
  await harness.loader.start();
  harness.at('unreachable');
  harness.clock.set(harness.clock.now() - 2 * dayMs);
  harness.restore();
  await harness.handlers.retry({});
  expect(harness.at('ready').offline).toBeUndefined();
  await settled();
  const again = await harness.restart();
  again.cut();
  await again.loader.start();
  expect(again.at('ready').offline).toBeDefined();
});

test('the time is saved at the start and at least hourly, also while the program runs', async () => {
  const { vault, clock, handlers } = await startOffline();
  const seenAt = () => vault.list[0]?.offline?.seenAt ?? 0;
  expect(seenAt()).toBe(clock.now());
  await handlers.launch({});
  for (let times = 0; times < 6; times += 1) {
    await clock.advance(markEveryMs);
    expect(clock.now() - seenAt()).toBeLessThanOrEqual(markEveryMs);
  }
  expect(markEveryMs).toBeLessThan(hourMs);
});
