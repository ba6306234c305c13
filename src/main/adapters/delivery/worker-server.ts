// The delivery worker's side: answers one call at a time, and changes files only under the folder's
// lock. Failures are returned as problems; an exception is a defect.
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createReleaseVerifier } from '../../core/delivery/verified-release.ts';
import { thisProcess } from '../file-lock.ts';
import { lstatOrNull, problemOf, type Disk } from './disk.ts';
import { createFindHolder } from './file-holder.ts';
import { readLocalUser } from './local-user.ts';
import { copyProgram, removeMoved } from './move-program.ts';
import {
  takeLock,
  withLock,
  makeProgramFolder,
  forgetInstalled,
  openProgramFolder,
  recover,
  requireOwn,
  type FolderParts,
  type ProgramFolder,
} from './program-folder.ts';
import { measureDownload } from './measure-download.ts';
import { openRun, type ProgramRun, type Progress } from './program-run.ts';
import {
  readInstalled,
  readUnfinished,
  checkBeforeStart,
  removeProgram,
  discardUnfinished,
  verifyInstalled,
  withRemovedSize,
  type Removal,
} from './program-state.ts';
import type { CallMessage, CallName, Calls, Outcome, Reply, WorkerStart } from './worker-client.ts';

const progressEveryMs = 50;

export function answerCalls(disk: Disk): void {
  const { settings, stop } = workerData as WorkerStart; // worker-client.ts starts it
  const { dataFolder, publisherKeys, recordsFolder } = settings;
  const flag = new Int32Array(stop);
  const report = createProgressReporter();
  const parts: FolderParts = {
    disk,
    system: process.platform,
    user: readLocalUser({
      profile: dirname(recordsFolder),
      mayAccept: settings.sharedFolders === 'ask',
    }),
    recordsFolder,
    pause: (ms) => void Atomics.wait(flag, 0, 0, ms),
    stopped: () => Atomics.load(flag, 0) === 1,
    waitsForFile: () => report(0, null, 'held'),
    elapsedMs: () => performance.now(),
    findHolder: createFindHolder(process.platform, process.pid),
    ...thisProcess,
    verifier: createReleaseVerifier(publisherKeys, settings),
  };
  const calls = createCalls({ ...parts, dataFolder }, report);
  const answer = async ({ name, args }: CallMessage): Promise<void> => {
    try {
      const call = calls[name] as (...given: readonly unknown[]) => Promise<Outcome<unknown>>; // as Calls says
      const outcome = await call(...args);
      post({ kind: 'answer', outcome }, buffersToReturn(name, args));
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
function buffersToReturn(name: CallName, args: readonly unknown[]): readonly ArrayBuffer[] {
  if (name !== 'take') return [];
  const [, stored] = args as Parameters<Calls['take']>; // as Calls says
  return [stored.buffer];
}

function createProgressReporter(): Progress {
  let reportedAt = -Infinity;
  return (done, total, phase) => {
    const nowMs = performance.now();
    if (nowMs - reportedAt < progressEveryMs && done !== total) return;
    reportedAt = nowMs;
    post({ kind: 'progress', done, total, phase });
  };
}

/** The calls of the main thread, with asynchronous results. */
export type AsyncCalls = {
  readonly [Name in keyof Calls]: (
    ...args: Parameters<Calls[Name]>
  ) => Promise<ReturnType<Calls[Name]>>;
};

type WorkSettings = FolderParts & { readonly dataFolder: string };
type FolderOf = (folder: string) => ProgramFolder;

export function createCalls(parts: WorkSettings, report: Progress): AsyncCalls {
  const folders = new Map<string, ProgramFolder>();
  const folderAt: FolderOf = (folder) => {
    const known = folders.get(folder) ?? openProgramFolder(parts, folder);
    folders.set(folder, known);
    return known;
  };
  return {
    ...runCalls(parts, folderAt, report),
    ...stateCalls(parts, folderAt),
    ...removalCalls(parts, folderAt, report),
  };
}

type RunCall = 'begin' | 'admit' | 'assemble' | 'take' | 'verifyNext' | 'place' | 'end';

/** Handles the calls of one installation. `begin` takes the lock, and `end` releases it. */
function runCalls(
  { verifier }: WorkSettings,
  folderAt: FolderOf,
  report: Progress,
): Pick<AsyncCalls, RunCall> {
  let run: { readonly programFolder: ProgramFolder; readonly run: ProgramRun } | null = null;
  const currentRun = (): NonNullable<typeof run> => {
    if (run === null) throw new Error('No installation was begun.');
    return run;
  };
  const inRun = <Value>(act: (run: ProgramRun) => Value | Promise<Value>) => {
    const { programFolder, run: running } = currentRun();
    return toOutcome(programFolder, () => act(running), running.missingBytes);
  };
  return {
    begin: (folder, offer) =>
      toOutcome(folderAt(folder), () => {
        const programFolder = folderAt(folder);
        if (makeProgramFolder(programFolder)) forgetInstalled(programFolder);
        requireOwn(programFolder);
        takeLock(programFolder);
        try {
          recover(programFolder);
          const opened = openRun(programFolder, verifier, offer, report);
          const needsManifest = opened.needsManifest();
          run = { programFolder, run: opened };
          return { needsManifest };
        } catch (error) {
          programFolder.lock.release();
          throw error;
        }
      }),
    admit: (fetched) => inRun((running) => running.admit(fetched)),
    assemble: () => inRun((running) => running.assemble()),
    take: (index, stored) =>
      inRun((running) => ({ isGenuine: running.take(index, stored), space: stored.buffer })),
    verifyNext: () => inRun((running) => running.verifyNext()),
    place: (nowMs) =>
      inRun((running) => withRemovedSize(currentRun().programFolder, running.place(nowMs))),
    end: () => {
      const { programFolder, run: running } = currentRun();
      run = null;
      return toOutcome(programFolder, () => {
        running.end();
        programFolder.lock.release();
        return null;
      });
    },
  };
}

function stateCalls(
  { dataFolder, verifier }: WorkSettings,
  folderAt: FolderOf,
): Pick<AsyncCalls, 'installed' | 'begun' | 'downloadSize' | 'accept' | 'ready' | 'verify'> {
  return {
    installed: (folder) => toOutcome(folderAt(folder), () => readInstalled(folderAt(folder))),
    begun: (folder) =>
      toOutcome(folderAt(folder), () => {
        requireOwn(folderAt(folder));
        return readUnfinished(folderAt(folder));
      }),
    accept: (folder) => toOutcome(folderAt(folder), folderAt(folder).records.acceptFolder),
    downloadSize: (folder, offer, fetched) =>
      toOutcome(folderAt(folder), () =>
        withRecovery(folderAt(folder), (programFolder) =>
          measureDownload(programFolder, verifier, offer, fetched),
        ),
      ),
    ready: (folder, nowMs) =>
      toOutcome(folderAt(folder), () => {
        // SECURITY: others may have replaced a shared folder since its last check.
        folderAt(folder).work.user.forgetAcceptable();
        requireOwn(folderAt(folder));
        return checkBeforeStart(folderAt(folder), dataFolder, nowMs);
      }),
    verify: (folder, nowMs) =>
      toOutcome(folderAt(folder), () =>
        withRecovery(folderAt(folder), (programFolder) => verifyInstalled(programFolder, nowMs)),
      ),
  };
}

function removalCalls(
  { disk }: WorkSettings,
  folderAt: FolderOf,
  report: Progress,
): Pick<AsyncCalls, 'discard' | 'uninstall' | 'copyTo' | 'removeMoved'> {
  const folderExists = (folder: string): boolean => lstatOrNull(disk, folder) !== null;
  return {
    discard: (folder) =>
      toOutcome(folderAt(folder), () => ({
        freedBytes: folderExists(folder) ? withRecovery(folderAt(folder), discardUnfinished) : 0,
      })),
    uninstall: (folder) =>
      toOutcome(folderAt(folder), (): Removal =>
        folderExists(folder) ? withRecovery(folderAt(folder), removeProgram) : { freedBytes: 0 },
      ),
    removeMoved: (folder, to) =>
      toOutcome(folderAt(folder), () => removeMoved(folderAt(folder), folderAt(to))),
    copyTo: (folder, to) =>
      toOutcome(folderAt(to), () => copyProgram(folderAt(folder), folderAt(to), report)),
  };
}

/** Runs `act` under the lock, after the recovery from an interrupted swap. */
function withRecovery<Value>(
  programFolder: ProgramFolder,
  act: (programFolder: ProgramFolder) => Value,
): Value {
  requireOwn(programFolder);
  return withLock(programFolder, () => {
    recover(programFolder);
    return act(programFolder);
  });
}

async function toOutcome<Value>(
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
