// The delivery worker's side: answers one call at a time, and changes files only under the folder's
// lock. Failures are returned as problems; an exception is a defect.
import { parentPort, workerData } from 'node:worker_threads';
import { createReleaseJudge } from '../../core/delivery/verified-release.ts';
import { thisProcess } from '../file-lock.ts';
import { lookAt, problemOf, type Disk } from './disk.ts';
import { createFindHolder } from './file-holder.ts';
import { copyProgram, refuseNested, removeMoved } from './moving.ts';
import {
  claim,
  locked,
  makeProgramFolder,
  openProgramFolder,
  recover,
  type FolderParts,
  type ProgramFolder,
} from './program-folder.ts';
import { openRun, type ProgramRun, type Progress } from './program-run.ts';
import {
  begunIn,
  checkBeforeStart,
  removeProgram,
  discardUnfinished,
  verifyInstalled,
} from './program-state.ts';
import type { CallMessage, CallName, Calls, Outcome, Reply, WorkerStart } from './worker-client.ts';

const progressEveryMs = 50;

export function answerCalls(disk: Disk): void {
  const { settings, stop } = workerData as WorkerStart; // worker-client.ts starts it
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
  const calls = createWork({ ...parts, dataFolder }, createProgressReporter());
  const answer = async ({ name, args }: CallMessage): Promise<void> => {
    try {
      const call = calls[name] as (...given: readonly unknown[]) => Promise<Outcome<unknown>>; // as Calls says
      const outcome = await call(...args);
      post({ kind: 'answer', outcome }, handedBack(name, args));
    } catch (error) {
      post({ kind: 'defect', message: error instanceof Error ? (error.stack ?? '') : '' });
    }
  };
  // Calls never overlap: each is synchronous, or the main thread waits for its answer.
  parentPort?.on('message', (message: CallMessage) => void answer(message));
}

function post(reply: Reply, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer);
}

/** Transfers a chunk's memory back for the next download. */
function handedBack(name: CallName, args: readonly unknown[]): readonly ArrayBuffer[] {
  if (name !== 'take') return [];
  const [, stored] = args as Parameters<Calls['take']>; // as Calls says
  return [stored.buffer];
}

function createProgressReporter(): Progress {
  let reportedAt = -Infinity;
  return (done, total, phase) => {
    const now = performance.now();
    if (now - reportedAt < progressEveryMs && done !== total) return;
    reportedAt = now;
    post({ kind: 'progress', done, total, phase });
  };
}

/** The calls of the main thread, asynchronous. */
export type Work = {
  readonly [Name in keyof Calls]: (
    ...args: Parameters<Calls[Name]>
  ) => Promise<ReturnType<Calls[Name]>>;
};

type WorkSettings = FolderParts & { readonly dataFolder: string };
type At = (folder: string) => ProgramFolder;

export function createWork(parts: WorkSettings, report: Progress): Work {
  const folders = new Map<string, ProgramFolder>();
  const at: At = (folder) => {
    const known = folders.get(folder) ?? openProgramFolder(parts, folder);
    folders.set(folder, known);
    return known;
  };
  return {
    ...runCalls(parts, at, report),
    ...stateCalls(parts, at),
    ...removals(parts, at, report),
  };
}

type RunCall = 'begin' | 'admit' | 'assemble' | 'take' | 'verifyNext' | 'place' | 'end';

/** Handles the calls of one installation. `begin` takes the lock, and `end` releases it. */
function runCalls({ judge }: WorkSettings, at: At, report: Progress): Pick<Work, RunCall> {
  let run: { readonly place: ProgramFolder; readonly run: ProgramRun } | null = null;
  const now = (): NonNullable<typeof run> => {
    if (run === null) throw new Error('No installation was begun.');
    return run;
  };
  const inRun = <Value>(act: (run: ProgramRun) => Value | Promise<Value>) => {
    const { place, run: running } = now();
    return settle(place, () => act(running), running.missingBytes);
  };
  return {
    begin: (folder, offer) =>
      settle(at(folder), () => {
        const place = at(folder);
        makeProgramFolder(place);
        claim(place);
        try {
          recover(place);
          const opened = openRun(place, judge, offer, report);
          const needsManifest = opened.needsManifest();
          run = { place, run: opened };
          return { needsManifest };
        } catch (error) {
          place.lock.release();
          throw error;
        }
      }),
    admit: (fetched) => inRun((running) => running.admit(fetched)),
    assemble: () => inRun((running) => running.assemble()),
    take: (index, stored) =>
      inRun((running) => ({ isGenuine: running.take(index, stored), space: stored.buffer })),
    verifyNext: () => inRun((running) => running.verifyNext()),
    place: (nowMs) => inRun((running) => running.place(nowMs)),
    end: () => {
      const { place, run: running } = now();
      run = null;
      return settle(place, () => {
        running.end();
        place.lock.release();
        return null;
      });
    },
  };
}

function stateCalls(
  { dataFolder }: WorkSettings,
  at: At,
): Pick<Work, 'installed' | 'begun' | 'ready' | 'verify'> {
  return {
    installed: (folder) => settle(at(folder), () => readInstalled(at(folder))),
    begun: (folder) => settle(at(folder), () => begunIn(at(folder))),
    ready: (folder, nowMs) =>
      settle(at(folder), () => checkBeforeStart(at(folder), dataFolder, nowMs)),
    verify: (folder, nowMs) =>
      settle(at(folder), () => recovered(at(folder), (place) => verifyInstalled(place, nowMs))),
  };
}

function removals(
  { disk }: WorkSettings,
  at: At,
  report: Progress,
): Pick<Work, 'discard' | 'uninstall' | 'copyTo'> {
  const isThere = (folder: string): boolean => lookAt(disk, folder) !== null;
  return {
    discard: (folder) =>
      settle(at(folder), () => ({
        freedBytes: isThere(folder) ? recovered(at(folder), discardUnfinished) : 0,
      })),
    uninstall: (folder, keepsRecord) =>
      settle(at(folder), () => {
        const remove = (place: ProgramFolder): number => {
          const freedBytes = removeProgram(place);
          if (!keepsRecord) removeMoved(place);
          return freedBytes;
        };
        return { freedBytes: isThere(folder) ? recovered(at(folder), remove) : 0 };
      }),
    copyTo: (folder, to) =>
      settle(at(to), async () => {
        refuseNested(folder, to);
        makeProgramFolder(at(to));
        const taken: ProgramFolder[] = [];
        try {
          for (const place of [at(folder), at(to)]) {
            claim(place);
            taken.push(place);
          }
          recover(at(folder));
          return await copyProgram(at(folder), at(to), report);
        } finally {
          for (const place of taken) place.lock.release();
        }
      }),
  };
}

/** Runs `act` under the lock, after the recovery from an interrupted swap. */
function recovered<Value>(place: ProgramFolder, act: (place: ProgramFolder) => Value): Value {
  return locked(place, () => {
    recover(place);
    return act(place);
  });
}

/** Reads the installed program, even while another loader holds the lock. */
function readInstalled(place: ProgramFolder) {
  if (place.records.journal() !== null && place.lock.take())
    try {
      recover(place);
    } finally {
      place.lock.release();
    }
  return place.records.read()?.installed ?? null;
}

async function settle<Value>(
  { work, folder }: ProgramFolder,
  act: () => Value | Promise<Value>,
  missingBytes: () => number = () => 0,
): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    const problem = problemOf(error, work.disk, folder, missingBytes());
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}
