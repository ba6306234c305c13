// How the delivery worker answers: one call after the other, on whatever disk it is given.
import { parentPort, workerData } from 'node:worker_threads';
import { createReleaseJudge } from '../../core/delivery/verified-release.ts';
import { thisProcess } from '../file-lock.ts';
import type { Disk } from './disk.ts';
import { createFindHolder } from './file-holder.ts';
import type { FolderParts } from './program-folder.ts';
import type { Tell } from './program-run.ts';
import { createWork } from './program-work.ts';
import type { CallMessage, CallName, Calls, Outcome, Reply, WorkerStart } from './worker-calls.ts';

const progressEveryMs = 50;

export function answerCalls(disk: Disk): void {
  const { settings, stop } = workerData as WorkerStart; // worker-client.ts is the one that starts it
  const { dataFolder, publisherKeys } = settings;
  const flag = new Int32Array(stop);
  const parts: FolderParts = {
    disk,
    system: process.platform,
    pause: (ms) => void Atomics.wait(flag, 0, 0, ms),
    stopped: () => Atomics.load(flag, 0) === 1,
    elapsedMs: () => performance.now(),
    findHolder: createFindHolder(process.platform, process.pid),
    ...thisProcess,
    judge: createReleaseJudge(publisherKeys, settings),
  };
  const calls = createWork({ ...parts, dataFolder }, createTell());
  const answer = async ({ name, args }: CallMessage): Promise<void> => {
    try {
      const call = calls[name] as (...given: readonly unknown[]) => Promise<Outcome<unknown>>; // as Calls says
      const outcome = await call(...args);
      say({ kind: 'answer', outcome }, handedBack(name, args));
    } catch (error) {
      say({ kind: 'defect', message: error instanceof Error ? (error.stack ?? '') : '' });
    }
  };
  // The main thread asks again when it was answered; what it hands over in a row is done in a row.
  parentPort?.on('message', (message: CallMessage) => void answer(message));
}

function say(reply: Reply, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer);
}

/** What a chunk lay in goes back to who fetches the next one. */
function handedBack(name: CallName, args: readonly unknown[]): readonly ArrayBuffer[] {
  if (name !== 'take') return [];
  const [, stored] = args as Parameters<Calls['take']>; // as Calls says
  return [stored.buffer];
}

function createTell(): Tell {
  let toldAt = -Infinity;
  return (done, total, phase) => {
    const now = performance.now();
    if (now - toldAt < progressEveryMs && done !== total) return;
    toldAt = now;
    say({ kind: 'progress', done, total, phase });
  };
}
