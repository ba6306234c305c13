// Reads the device id through the built worker and all static data through systeminformation, in
// turns, and records blocks of the main loop. Runs in Electron's main process or in Node, bundled
// with the product's adapter and core.
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { getStaticData } from 'systeminformation';
import { createHardwareSource } from '../../../../src/main/adapters/hardware.ts';
import { readDeviceId } from '../../../../src/main/core/device/hardware-id.ts';

const rounds = 7;
const fewestRounds = 3;
const enoughAfterMs = 15_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const owner = { ownerid: 'benchmarks', name: 'Bench' };

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  let gapMs = 0;
  let lastAt = performance.now();
  const look = () => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - lastAt);
    lastAt = now;
  };
  const watch = setInterval(look, 1);
  const startedAt = performance.now();
  const value = await work();
  const ms = performance.now() - startedAt;
  // The timer has not seen a block at the very end.
  look();
  clearInterval(watch);
  return { ms, gapMs, value };
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure() {
  const workerFile = process.env['LATCHKEY_BENCH_WORKER'] ?? '';
  const dataFolder = process.env['HOME'] ?? tmpdir();
  const readId = () =>
    readDeviceId(createHardwareSource({ workerFile, dataFolder, log: silent }), owner);
  const found = { id: [], all: [], idle: [], ok: true };
  const enoughAt = performance.now() + enoughAfterMs;
  for (let round = -1; round < rounds; round += 1) {
    if (round >= fewestRounds && performance.now() > enoughAt) break;
    const id = await timed(readId);
    const idle = await timed(() => pause(id.ms));
    const all = await timed(() => getStaticData());
    // The first round loads code and fills the disk cache.
    if (round < 0) continue;
    found.id.push({ ms: id.ms, gapMs: id.gapMs });
    found.idle.push({ ms: idle.ms, gapMs: idle.gapMs });
    found.all.push({ ms: all.ms, gapMs: all.gapMs });
    found.ok = found.ok && id.value.ok;
  }
  return found;
}

async function start() {
  if (process.versions.electron !== undefined) {
    const { app } = await import('electron');
    await app.whenReady();
  }
  process.send?.({ found: await measure() });
}

void start();
