// Installs a release, verifies it and updates it, and records time, memory and blocks of the main
// loop. Bundled with the product's store and worker; runs in Node or Electron.
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { createProgramStore } from '../../../../src/main/adapters/delivery/program-store.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';

const { workerFile, url, publicKey, folder, offers } = JSON.parse(
  process.env['LATCHKEY_BENCH_DELIVERY'] ?? '{}',
);

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const startedAt = performance.now();
  let [gapMs, lastAt, mostBytes] = [0, startedAt, 0];
  const look = () => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - lastAt);
    lastAt = now;
  };
  const watch = setInterval(look, 1);
  const weigh = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), 20);
  const value = await work();
  const ms = performance.now() - startedAt;
  look();
  clearInterval(watch);
  clearInterval(weigh);
  return { ms, gapMs, mostBytes, value };
}

/** @param {import('../../../../src/main/core/delivery/ports.ts').Downloads} downloads */
async function measure(downloads) {
  const store = createProgramStore({
    workerFile,
    folder: () => folder,
    saveFolder: () => undefined,
    dataFolder: `${folder}-data`,
    recordsFolder: `${folder}-records`,
    service: { baseUrl: url, name: 'Bench', ownerid: 'BENCHMARKS' },
    publisherKeys: [publicKey],
    channel: 'stable',
    platform: 'linux-x64',
    downloads,
    sequences: { highest: () => null, raise: () => undefined },
    clock: createSystemClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const { signal } = new globalThis.AbortController();
  const runOf = (/** @type {any} */ offer) => ({
    signal,
    progress: () => undefined,
    renew: async () => offer,
  });
  const install = (/** @type {any} */ offer) => store.install(offer, runOf(offer));
  const repair = (/** @type {any} */ offer) => store.repair(offer, runOf(offer));
  // Starts the worker and loads its code before the first measurement.
  await store.installed();
  const beforeBytes = process.memoryUsage.rss();
  const installed = await timed(() => install(offers[0]));
  // Nothing is broken, so the repair reads every byte and downloads none.
  const verified = await timed(() => repair(offers[0]));
  const updated = await timed(() => install(offers[1]));
  return { beforeBytes, installed, verified, updated };
}

/** Reports the results to the bench. @param {import('../../../../src/main/core/delivery/ports.ts').Downloads} downloads */
export function reportResults(downloads) {
  void measure(downloads).then(
    (found) => process.send?.({ found }),
    (error) => process.send?.({ failed: String(error) }),
  );
}
