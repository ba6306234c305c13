// One program's folder as the delivery worker sees it: its records, its lock, and what an interrupted swap has left to do.
import { join } from 'node:path';
import type { InstalledProgram } from '../../core/delivery/ports.ts';
import type { ReleaseJudge, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { begunRelease, noteOf } from './assembly.ts';
import { codeOf, isMissing } from '../file-errors.ts';
import { Blocked, isRealFolder, lookAt, type WorkParts } from './disk.ts';
import { createFileLock, type FileLock, type LockParts } from '../file-lock.ts';
import { removeWhenFree } from './in-use.ts';
import type { Source } from './known-chunks.ts';
import { openRecords, type ProgramRecord, type ProgramRecords } from './program-record.ts';
import { finishSwap, treesIn } from './swapping.ts';

export interface ProgramFolder {
  readonly folder: string;
  readonly work: WorkParts;
  readonly records: ProgramRecords;
  readonly lock: FileLock;
}

export type FolderParts = WorkParts &
  Pick<LockParts, 'processId' | 'isAlive' | 'startedAt'> & { readonly judge: ReleaseJudge };

/** For the id of a process that has just made its lock. */
const momentMs = 500;

export function openProgramFolder(parts: FolderParts, folder: string): ProgramFolder {
  const waitedForId = (): boolean => {
    parts.pause(momentMs);
    if (parts.stopped()) throw new Blocked({ kind: 'stopped' });
    return true;
  };
  return {
    folder,
    work: parts,
    records: openRecords(parts, folder, parts.judge),
    lock: createFileLock({ ...parts, waitedForId, expiresAfterMs: null }, join(folder, 'lock')),
  };
}

/** Throws where another loader works in this folder. */
export function claim({ lock }: ProgramFolder): void {
  if (!lock.take()) throw new Blocked({ kind: 'other-loader' });
}

/** Made where it is missing, but not what it lies in: that would be another disk than the one that vanished. */
export function makeProgramFolder({ work: { disk }, folder }: ProgramFolder): void {
  try {
    disk.mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (isMissing(error)) throw new Blocked({ kind: 'folder-gone', folder });
    throw error;
  }
}

/** As `claim`. */
export function locked<Value>(place: ProgramFolder, act: () => Value): Value {
  claim(place);
  try {
    return act();
  } finally {
    place.lock.release();
  }
}

/** Under the lock: after it, `current/` is what the record says. */
export function recover(place: ProgramFolder): void {
  const { work, folder, records } = place;
  const journal = records.journal();
  if (journal === 'broken') records.endSwap();
  else if (journal !== null) finishSwap({ work, folder, records }, journal);
}

export interface Installed {
  readonly program: InstalledProgram;
  readonly release: VerifiedRelease;
  readonly record: ProgramRecord;
}

/** What is installed, with its verified manifest. `damaged`: there is something, and nobody can say what it should be. */
export function installedIn(place: ProgramFolder): Installed | 'damaged' | null {
  const record = place.records.read();
  if (record === null) return 'damaged';
  const { installed } = record;
  if (installed === null) return null;
  const release = place.records.manifestOf(installed.manifestSha256);
  return release === null ? 'damaged' : { program: installed, release, record };
}

/** Trees of releases that were begun and are not wanted any more: `next-<hash>`. */
export function leftTrees({ work: { disk }, folder }: ProgramFolder): readonly string[] {
  return disk.readdirSync(folder).filter((name) => /^next-[0-9a-f]{64}$/.test(name));
}

/** What was begun of another release is put aside: its chunks may be needed. */
export function putOthersAside({ work, folder }: ProgramFolder, manifestSha256: string): void {
  const { disk } = work;
  const { next } = treesIn(folder);
  const begun = begunRelease(work, folder);
  if (begun === manifestSha256 || lookAt(disk, next) === null) return;
  const aside = join(folder, `next-${begun ?? ''}`);
  if (begun === null || lookAt(disk, aside) !== null) removeWhenFree(work, next);
  else disk.renameSync(next, aside);
}

/** What unfinished runs left. */
export function removeUnfinished(place: ProgramFolder): void {
  const { work, folder, records } = place;
  const { next } = treesIn(folder);
  for (const name of leftTrees(place)) removeWhenFree(work, join(folder, name));
  removeWhenFree(work, next);
  work.disk.rmSync(noteOf(folder), { force: true, recursive: true });
  const record = records.read();
  if (record === null) return;
  const { installed, previousSha256 } = record;
  records.prune([installed?.manifestSha256, previousSha256].flatMap((hash) => hash ?? []));
}

/** Trees that lie there and may have chunks of it; what is tried first is most like it. */
export function sourcesFor(folder: ProgramFolder, release: VerifiedRelease): readonly Source[] {
  const { current, previous } = treesIn(folder.folder);
  const { records } = folder;
  const record = records.read();
  const source = (root: string, hash: string | null = null): Source[] => {
    const known = hash === null ? null : records.manifestOf(hash);
    return known === null ? [] : [{ root, manifest: known.manifest }];
  };
  return [
    ...leftTrees(folder).flatMap((name) => source(join(folder.folder, name), name.slice(5))),
    ...source(current, record?.installed?.manifestSha256),
    ...source(previous, record?.previousSha256),
    // Where the record was lost, its files still lie where this release has them.
    ...((record?.installed ?? null) === null
      ? [{ root: current, manifest: release.manifest }]
      : []),
  ].filter(({ root }) => isRealFolder(folder.work.disk, root));
}
