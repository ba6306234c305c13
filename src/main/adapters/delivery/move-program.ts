// Moves the program to another folder, with all other files of its folder. Copies, verifies and
// records the copy before it removes the original, so that one copy is always complete. Does not
// move unfinished downloads.
import { isAbsolute, relative } from 'node:path';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { InstalledProgram } from '../../core/delivery/ports.ts';
import { ProblemError, assertFreeSpace, lstatOrNull, sizeOf, requiredSpace } from './disk.ts';
import { adoptRecords } from './legacy-records.ts';
import { renameWhenFree } from './in-use.ts';
import {
  copyOtherEntries,
  otherEntriesOf,
  removeCopies,
  removeIdentical,
} from './move-other-files.ts';
import type { OtherEntry } from './other-files.ts';
import { findUnsafeFolder } from './own-folder.ts';
import {
  installedIn,
  makeProgramFolder,
  recover,
  removeUnfinished,
  requireOwn,
  takeLock,
  withLock,
  type Installed,
  type ProgramFolder,
} from './program-folder.ts';
import type { Progress } from './program-run.ts';
import { treesIn } from './swap.ts';
import { removeProgram, type Removal } from './program-state.ts';
import { clearTree } from './tree-removal.ts';
import { openForReading, pathIn, readAt, writeAt } from './tree-files.ts';
import { syncTree, verifyTree } from './verify-tree.ts';

/** Returns the copied program; null if none. Throws ProblemError. */
export async function copyProgram(
  from: ProgramFolder,
  to: ProgramFolder,
  report: Progress,
): Promise<InstalledProgram | null> {
  refuseNested(from.folder, to.folder);
  makeProgramFolder(to);
  requireOwn(to);
  // The program may leave an unsafe folder, because its files are verified in the new one.
  const isOwn = exists(from) && findUnsafeFolder(from.work, from.folder) === null;
  adoptRecords(from);
  const lockedFolders: ProgramFolder[] = [];
  try {
    for (const programFolder of isOwn ? [from, to] : [to]) {
      takeLock(programFolder);
      lockedFolders.push(programFolder);
    }
    if (isOwn) recover(from);
    // SECURITY: other files of an unsafe folder may be another user's, so they stay there.
    return await copyLocked(from, to, isOwn ? otherEntriesOf(from) : [], report);
  } finally {
    for (const programFolder of lockedFolders) programFolder.lock.release();
  }
}

/** Requires both locks. */
async function copyLocked(
  from: ProgramFolder,
  to: ProgramFolder,
  others: readonly OtherEntry[],
  report: Progress,
): Promise<InstalledProgram | null> {
  const installed = installedIn(from);
  const { current } = treesIn(from.folder);
  if (installed === 'damaged') throw new ProblemError({ kind: 'removed', file: current });
  prepareTarget(from, to, others);
  const files = installed?.release.manifest.files ?? [];
  const othersSize = others.reduce((sum, { size }) => sum + size, 0);
  assertFreeSpace(to.work.disk, to.folder, requiredSpace(sizeOf(files) + othersSize, files));
  const placed = installed === null ? null : await copyInstalled(from, to, installed, report);
  let done = 0;
  copyOtherEntries(to.work, from.folder, to.folder, others, (bytes) =>
    report((done += bytes), othersSize, 'looking'),
  );
  if (installed === null || placed === null) {
    const { leftover = false } = from.records.read() ?? {};
    to.records.change({ leftover });
    return null;
  }
  const { highest, verifiedAt } = installed.record;
  to.records.change({ installed: placed, highest, verifiedAt, damaged: false });
  return placed;
}

/** Copies, verifies and places the program, but does not record it. */
async function copyInstalled(
  from: ProgramFolder,
  to: ProgramFolder,
  { program, release }: Installed,
  report: Progress,
): Promise<InstalledProgram> {
  const { files } = release.manifest;
  const { current } = treesIn(from.folder);
  const raw = from.records.rawManifest(program.manifestSha256);
  if (raw === null) throw new ProblemError({ kind: 'removed', file: current });
  to.records.saveManifest(program.manifestSha256, raw);
  const { next, current: target } = treesIn(to.folder);
  const total = sizeOf(files);
  copyTree(from, current, next, files, (done) => report(done, total, 'looking'));
  const check = verifyTree(to.work, next, files, (done) => report(done, total, 'verifying'));
  const broken = check.broken[0] ?? (await syncTree(to.work, next, files))[0];
  if (broken !== undefined) throw new ProblemError({ kind: 'removed', file: broken.path });
  to.records.saveStamps(program.manifestSha256, check.stamps);
  renameWhenFree(to.work, next, target);
  return program;
}

/** Removes the original after the copy to `to`. Files that were not copied stay. */
export function removeMoved(from: ProgramFolder, to: ProgramFolder): Removal {
  if (!exists(from)) return { freedBytes: 0 };
  requireOwn(from);
  return withLock(from, () => {
    removeIdentical(from.work, from.folder, to.folder, othersUnlessUnmovable(from));
    const removal = removeProgram(from);
    from.records.remove();
    return removal;
  });
}

function exists({ work, folder }: ProgramFolder): boolean {
  return lstatOrNull(work.disk, folder) !== null;
}

/** A link or device that appeared meanwhile stays, with all other files. */
function othersUnlessUnmovable(from: ProgramFolder): readonly OtherEntry[] {
  try {
    return otherEntriesOf(from);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'unmovable') return [];
    throw error;
  }
}

/** Throws if one folder contains the other. Compares paths only; `prepareTarget` finds aliases. */
function refuseNested(from: string, to: string): void {
  const [forward, backward] = [relative(from, to), relative(to, from)];
  const isBelow = (path: string): boolean => !path.startsWith('..') && !isAbsolute(path);
  if (isBelow(forward) || isBelow(backward))
    throw new ProblemError({ kind: 'not-empty', folder: to });
}

/** Throws if the folder has foreign files. Removes the files of an interrupted move. */
function prepareTarget(
  from: ProgramFolder,
  to: ProgramFolder,
  others: readonly OtherEntry[],
): void {
  const { work, folder, records } = to;
  const names = work.disk.readdirSync(folder).filter((name) => name !== 'lock');
  // SECURITY: only our own records prove that the files are from an interrupted move.
  if (names.length > 0 && !records.exist()) throw new ProblemError({ kind: 'not-empty', folder });
  const { current, previous } = treesIn(folder);
  const { installed = null, previousSha256 = null } = records.read() ?? {};
  const files = records.filesOf(installed?.manifestSha256 ?? null);
  records.change({ installed: null, previousSha256: null });
  removeCopies(work, from.folder, folder, others);
  clearTree(work, current, files);
  clearTree(work, previous, records.filesOf(previousSha256));
  removeUnfinished(to);
}

function copyTree(
  { work }: ProgramFolder,
  from: string,
  to: string,
  files: readonly ManifestFile[],
  progress: (done: number) => void,
): void {
  const buffer = Buffer.allocUnsafeSlow(1024 * 1024);
  let done = 0;
  for (const file of files) {
    const handle = openForReading(work.disk, pathIn(from, file.path));
    if (handle === null) throw new ProblemError({ kind: 'removed', file: file.path });
    try {
      for (let at = 0; at === 0 || at < file.size;) {
        if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
        const length = readAt(work.disk, handle, buffer, at);
        writeAt(work, to, file, buffer.subarray(0, length), at);
        at += length;
        progress((done += length));
        if (length === 0) break;
      }
    } finally {
      work.disk.closeSync(handle);
    }
  }
}
