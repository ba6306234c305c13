// The worker that reads manifests, hashes, unpacks and writes, away from the main loop. A file of its own, started by
// worker-client.ts; has no network.
import '../../core/jitless.ts';
import { uptime } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createReleaseJudge } from '../../core/delivery/verified-release.ts';
import { realDisk, type WorkParts } from './disk.ts';
import { createWork } from './program-work.ts';
import type { CallMessage, Outcome, Reply, WorkerStart } from './worker-calls.ts';

const { settings, stop } = workerData as WorkerStart; // worker-client.ts is the one that starts it
const flag = new Int32Array(stop);
const progressEveryMs = 50;

const work: WorkParts = {
  disk: realDisk,
  system: process.platform,
  pause: (ms) => void Atomics.wait(flag, 0, 0, ms),
  stopped: () => Atomics.load(flag, 0) === 1,
  elapsedMs: () => performance.now(),
};

function say(reply: Reply): void {
  parentPort?.postMessage(reply);
}

let toldAt = -Infinity;
const calls = createWork(
  {
    ...work,
    processId: process.pid,
    isAlive,
    // Some seconds of grace: clocks are set while a computer starts.
    startedAt: () => Date.now() - uptime() * 1000 - 5_000,
    judge: createReleaseJudge(settings.publisherKeys, settings),
    dataFolder: settings.dataFolder,
  },
  (done, total, phase) => {
    const now = performance.now();
    if (now - toldAt < progressEveryMs && done !== total) return;
    toldAt = now;
    say({ kind: 'progress', done, total, phase });
  },
);

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function answer({ name, args }: CallMessage): Promise<void> {
  try {
    const call = calls[name] as (...given: readonly unknown[]) => Promise<Outcome<unknown>>; // as Calls says
    say({ kind: 'answer', outcome: await call(...args) });
  } catch (error) {
    say({ kind: 'defect', message: error instanceof Error ? (error.stack ?? '') : '' });
  }
}

// One after the other: the main thread asks again when it was answered.
parentPort?.on('message', (message: CallMessage) => void answer(message));
