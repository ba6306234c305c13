// Pause, a failed attempt and Resume keep the downloaded bytes, so the progress never goes back.
import { beforeAll, expect, test, vi } from 'vitest';
import type { InstallPhase, InstallRun } from '../../src/main/core/delivery/ports.ts';
import { deliveryWorker, fetchedOf } from './delivery-parts.ts';
import { cutOff, etag, half, key, largeBytes, release, withServer } from './faults-parts.ts';
import { makeRelease, type MadeRelease } from './handmade-release.ts';
import { plainRun } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const storedIn = ({ manifest }: MadeRelease) =>
  manifest.chunks.reduce((sum, { stored }) => sum + stored, 0);
const total = storedIn(release);
const others = total - largeBytes.length;

type Report = readonly [done: number, total: number | null, phase: InstallPhase];

/** Records the reports of a run, and stops it once `stopAt` bytes are downloaded. */
function recording(stopAt = Infinity): { readonly reports: Report[]; readonly run: InstallRun } {
  const stop = new AbortController();
  const reports: Report[] = [];
  const run = plainRun(release.offer, {
    signal: stop.signal,
    progress(done, of, phase) {
      reports.push([done, of, phase]);
      if (phase === 'fetching' && done >= stopAt) stop.abort();
    },
  });
  return { reports, run };
}

const lastOf = (reports: readonly Report[]) => reports.at(-1)?.[0] ?? NaN;
const fetchingOf = (reports: readonly Report[]) =>
  reports.filter(([, , phase]) => phase === 'fetching').map(([done]) => done);

test('a resumed download continues inside a chunk and never goes back', async () => {
  const { server, store } = await withServer((request, response) => {
    if (request.headers.range !== undefined) return false;
    response.writeHead(200, { etag, 'content-length': largeBytes.length });
    response.write(largeBytes.subarray(0, half));
    return true;
  });
  const first = recording(others + half);
  expect(await store.install(release.offer, first.run)).toEqual({
    ok: false,
    problem: { kind: 'stopped' },
  });
  const paused = lastOf(first.reports);
  expect(paused).toBe(others + half);

  const second = recording();
  const done = await store.install(release.offer, second.run);
  expect(fetchedOf(done)).toBe(largeBytes.length - half);
  const [begun = 0, ...rest] = fetchingOf(second.reports);
  expect(begun).toBe(paused);
  expect(rest).toEqual(rest.toSorted((one, other) => one - other));
  expect(rest.at(-1)).toBe(total);
  // Nothing on this computer can be reused, so nothing is read before the download.
  expect(second.reports.filter(([, , phase]) => phase === 'looking')).toEqual([]);
  expect(server.requests.map(({ range }) => range).filter(Boolean)).toEqual([`bytes=${half}-`]);
});

test('a chunk that was complete when the run stopped is not downloaded again', async () => {
  const { server, store } = await withServer(() => false);
  const first = recording(total);
  await store.install(release.offer, first.run);
  const second = recording();
  expect(fetchedOf(await store.install(release.offer, second.run))).toBe(0);
  expect([...server.asked.values()]).toEqual(release.manifest.chunks.map(() => 1));
});

test('a failed download keeps its bytes for the next attempt', async () => {
  const opened = await withServer(cutOff);
  const first = recording();
  expect(await opened.store.install(release.offer, first.run)).toMatchObject({ ok: false });
  expect(lastOf(first.reports)).toBe(others + half);
  opened.server.misbehave = () => false;
  const second = recording();
  expect(fetchedOf(await opened.store.install(release.offer, second.run))).toBe(
    largeBytes.length - half,
  );
  expect(fetchingOf(second.reports)[0]).toBe(others + half);
});

// The sequence is lower, so that the first release can be installed after it.
const other = makeRelease(key, 2, { 'run.sh': '#!/bin/sh\n' });

test.each<[string, (store: Awaited<ReturnType<typeof withServer>>['store']) => Promise<unknown>]>([
  ['a cancel', (store) => store.discard()],
  ['another release', (store) => store.install(other.offer, plainRun(other.offer))],
])('%s drops the bytes of an interrupted chunk', async (_what, drop) => {
  const { server, store } = await withServer(cutOff);
  await store.install(release.offer, recording().run);
  server.misbehave = () => false;
  server.serve = other;
  await drop(store);
  server.serve = release;
  const last = recording();
  expect(await store.install(release.offer, last.run)).toMatchObject({ ok: true });
  expect(server.requests.at(-1)?.range).toBeUndefined();
  expect(lastOf(last.reports)).toBeGreaterThan(0);
});
