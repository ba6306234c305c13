// What the delivery worker is asked for, call by call: under the folder's lock where something changes. What is wrong comes back as
// a problem; a thrown exception is a defect.
import { lookAt, problemOf } from './disk.ts';
import {
  claim,
  locked,
  makeProgramFolder,
  openProgramFolder,
  recordOf,
  recover,
  type FolderParts,
  type ProgramFolder,
} from './program-folder.ts';
import { begunIn } from './begun-work.ts';
import { copyProgram, refuseNested, removeMoved } from './moving.ts';
import { openRun, type ProgramRun, type Tell } from './program-run.ts';
import { lookBeforeStart, removeProgram, removeRest, verifyInstalled } from './program-state.ts';
import type { Calls, Outcome } from './worker-calls.ts';

/** As the main thread sees them: an answer comes later. */
export type Work = {
  readonly [Name in keyof Calls]: (
    ...args: Parameters<Calls[Name]>
  ) => Promise<ReturnType<Calls[Name]>>;
};

type WorkSettings = FolderParts & { readonly dataFolder: string };
type At = (folder: string) => ProgramFolder;

export function createWork(parts: WorkSettings, tell: Tell): Work {
  const folders = new Map<string, ProgramFolder>();
  const at: At = (folder) => {
    const known = folders.get(folder) ?? openProgramFolder(parts, folder);
    folders.set(folder, known);
    return known;
  };
  return { ...runCalls(parts, at, tell), ...stateCalls(parts, at), ...removals(parts, at, tell) };
}

type RunCall = 'begin' | 'admit' | 'assemble' | 'take' | 'verifyNext' | 'place' | 'end';

/** Of one installation after the other; the lock is held from `begin` to `end`. */
function runCalls({ judge }: WorkSettings, at: At, tell: Tell): Pick<Work, RunCall> {
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
          const opened = openRun(place, judge, offer, tell);
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
    installed: (folder) => settle(at(folder), () => installedNow(at(folder))),
    begun: (folder) => settle(at(folder), () => begunIn(at(folder))),
    ready: (folder, nowMs) =>
      settle(at(folder), () => lookBeforeStart(at(folder), dataFolder, nowMs)),
    verify: (folder, nowMs) =>
      settle(at(folder), () => inOrder(at(folder), (place) => verifyInstalled(place, nowMs))),
  };
}

function removals(
  { disk }: WorkSettings,
  at: At,
  tell: Tell,
): Pick<Work, 'discard' | 'uninstall' | 'copyTo'> {
  const isThere = (folder: string): boolean => lookAt(disk, folder) !== null;
  return {
    discard: (folder) =>
      settle(at(folder), () => ({
        freedBytes: isThere(folder) ? inOrder(at(folder), removeRest) : 0,
      })),
    uninstall: (folder, keepsRecord) =>
      settle(at(folder), () => {
        const remove = (place: ProgramFolder): number => {
          const freedBytes = removeProgram(place);
          if (!keepsRecord) removeMoved(place);
          return freedBytes;
        };
        return { freedBytes: isThere(folder) ? inOrder(at(folder), remove) : 0 };
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
          return await copyProgram(at(folder), at(to), tell);
        } finally {
          for (const place of taken) place.lock.release();
        }
      }),
  };
}

/** Under the lock, and behind a swap that was interrupted. */
function inOrder<Value>(place: ProgramFolder, act: (place: ProgramFolder) => Value): Value {
  return locked(place, () => {
    recover(place);
    return act(place);
  });
}

/** Another loader that works here does not hinder from reading what is installed. */
function installedNow(place: ProgramFolder) {
  if (place.records.journal() !== null && place.lock.take())
    try {
      recover(place);
    } finally {
      place.lock.release();
    }
  return recordOf(place)?.installed ?? null;
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
