// Opens the program's folder for the delivery worker: its records, its lock, and crash recovery.
// The folder holds the trees, the lock and the progress file; the records are in the data folder.
import { dirname, join } from 'node:path';
import type { InstalledProgram } from '../../core/delivery/ports.ts';
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { unfinishedRelease, progressFileOf } from './assembly.ts';
import { codeOf, isMissing } from '../file-errors.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { createFileLock, type FileLock, type LockParts } from '../file-lock.ts';
import { assertOwnFolder, isOwnDirectory } from './own-folder.ts';
import { adoptRecords } from './legacy-records.ts';
import { renameWhenFree } from './in-use.ts';
import type { ChunkSource } from './reusable-chunks.ts';
import {
  openRecords,
  recordsPlace,
  type ProgramRecord,
  type ProgramRecords,
} from './program-record.ts';
import { finishSwap, treesIn } from './swap.ts';
import { clearName, clearTree } from './tree-removal.ts';

export interface ProgramFolder {
  readonly folder: string;
  readonly work: FolderParts;
  readonly records: ProgramRecords;
  readonly lock: FileLock;
}

export type FolderParts = WorkParts &
  Pick<LockParts, 'processId' | 'startOf'> & {
    readonly verifier: ReleaseVerifier;
    /** Absolute path of the records of all folders, in the loader's own data folder. */
    readonly recordsFolder: string;
  };

/** Time for the owner of a new lock to write its process id. */
const idWaitMs = 500;

export function openProgramFolder(parts: FolderParts, folder: string): ProgramFolder {
  const waitedForId = (): boolean => {
    parts.pause(idWaitMs);
    if (parts.stopped()) throw new ProblemError({ kind: 'stopped' });
    return true;
  };
  const work = { ...parts, isFolderAccepted: () => records.isFolderAccepted() };
  const place = recordsPlace(parts, parts.recordsFolder, folder);
  const records: ProgramRecords = openRecords(work, place, parts.verifier);
  return {
    folder,
    work,
    records,
    lock: createFileLock({ ...parts, waitedForId, expiresAfterMs: null }, join(folder, 'lock')),
  };
}

/** Throws if another user can change the folder. Takes over the records of earlier versions. */
export function requireOwn(programFolder: ProgramFolder): void {
  assertOwnFolder(programFolder.work, programFolder.folder);
  adoptRecords(programFolder);
}

/** Throws if another loader works in this folder. */
export function takeLock({ lock }: ProgramFolder): void {
  if (!lock.take()) throw new ProblemError({ kind: 'other-loader', processId: lock.owner() });
}

/**
 * Creates the folder but not its parent: a missing parent means an unplugged disk. Returns false if
 * the folder exists.
 */
export function makeProgramFolder({ work, folder }: ProgramFolder): boolean {
  assertOwnFolder(work, dirname(folder), 'above');
  try {
    work.disk.mkdirSync(folder, { mode: 0o755 });
    work.user.protectFolder(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (isMissing(error)) throw new ProblemError({ kind: 'folder-gone', folder });
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error)))
      throw new ProblemError({ kind: 'read-only', folder: dirname(folder) });
    throw error;
  }
}

/** Records that nothing is installed, after someone removed the whole folder. */
export function forgetInstalled({ records }: ProgramFolder): void {
  if (!records.exist()) return;
  records.endSwap();
  records.change({ installed: null, previousSha256: null, damaged: false, leftover: false });
}

/** Runs `act` under the lock. Throws like `takeLock`. */
export function withLock<Value>(programFolder: ProgramFolder, act: () => Value): Value {
  takeLock(programFolder);
  try {
    return act();
  } finally {
    programFolder.lock.release();
  }
}

/** Finishes an interrupted swap, so that `current` matches the record. Requires the lock. */
export function recover(programFolder: ProgramFolder): void {
  const { work, folder, records } = programFolder;
  const journal = records.journal();
  if (journal === 'broken') records.endSwap();
  else if (journal !== null) finishSwap({ work, folder, records }, journal);
}

export interface Installed {
  readonly program: InstalledProgram;
  readonly release: VerifiedRelease;
  readonly record: ProgramRecord;
}

/** Reads the installed program. `damaged`: its record or manifest is missing or unreadable. */
export function installedIn(programFolder: ProgramFolder): Installed | 'damaged' | null {
  const { work, folder, records } = programFolder;
  // The folder was removed, or its disk is unplugged.
  if (lstatOrNull(work.disk, folder) === null) return null;
  const record = records.read();
  if (record === null) return 'damaged';
  const { installed } = record;
  if (installed === null) return null;
  const release = records.manifestOf(installed.manifestSha256);
  return release === null ? 'damaged' : { program: installed, release, record };
}

/** Returns the trees of superseded unfinished releases, `next-<hash>`. */
export function supersededTrees({
  work: { disk },
  folder,
}: Pick<ProgramFolder, 'work' | 'folder'>): readonly string[] {
  if (lstatOrNull(disk, folder) === null) return [];
  return disk.readdirSync(folder).filter((name) => /^next-[0-9a-f]{64}$/.test(name));
}

/** Renames the unfinished tree of another release, because its chunks may be needed. */
export function setOtherReleaseAside(
  { work, folder, records }: ProgramFolder,
  manifestSha256: string,
): void {
  const { disk } = work;
  const { next } = treesIn(folder);
  const unfinished = unfinishedRelease(work, folder);
  if (unfinished === manifestSha256 || lstatOrNull(disk, next) === null) return;
  const aside = join(folder, `next-${unfinished ?? ''}`);
  if (unfinished === null || lstatOrNull(disk, aside) !== null)
    clearTree(work, next, records.filesOf(unfinished));
  else renameWhenFree(work, next, aside);
}

export function removeUnfinished(programFolder: ProgramFolder): void {
  const { work, folder, records } = programFolder;
  const { next } = treesIn(folder);
  for (const name of supersededTrees(programFolder))
    clearTree(work, join(folder, name), records.filesOf(name.slice(5)));
  clearTree(work, next, records.filesOf(unfinishedRelease(work, folder)));
  clearName(work, progressFileOf(folder));
  const record = records.read();
  if (record === null) return;
  const { installed, previousSha256 } = record;
  records.prune([installed?.manifestSha256, previousSha256].flatMap((hash) => hash ?? []));
}

/** Returns the existing trees that may share chunks with the release, most similar first. */
export function sourcesFor(
  folder: ProgramFolder,
  release: VerifiedRelease,
): readonly ChunkSource[] {
  const { current, previous } = treesIn(folder.folder);
  const { records } = folder;
  const record = records.read();
  const source = (root: string, hash: string | null = null): ChunkSource[] => {
    const known = hash === null ? null : records.manifestOf(hash);
    return known === null ? [] : [{ root, manifest: known.manifest }];
  };
  return [
    ...supersededTrees(folder).flatMap((name) => source(join(folder.folder, name), name.slice(5))),
    ...source(current, record?.installed?.manifestSha256),
    ...source(previous, record?.previousSha256),
    // Without a record, the installed files may still match this release.
    ...((record?.installed ?? null) === null
      ? [{ root: current, manifest: release.manifest }]
      : []),
  ].filter(({ root }) => isOwnDirectory(folder.work, root));
}
