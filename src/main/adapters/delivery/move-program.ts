// Moves the program to another folder: copies, verifies and records it there before the original is
// removed, so that one copy is always complete. Unfinished downloads are not moved.
import { isAbsolute, join, relative } from 'node:path';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { InstalledProgram } from '../../core/delivery/ports.ts';
import { ProblemError, assertFreeSpace, sizeOf, requiredSpace } from './disk.ts';
import { removeWhenFree } from './in-use.ts';
import { installedIn, removeUnfinished, type ProgramFolder } from './program-folder.ts';
import type { Progress } from './program-run.ts';
import { treesIn } from './swap.ts';
import { openForReading, pathIn, readAt, writeAt } from './tree-files.ts';
import { syncTree, verifyTree } from './verify-tree.ts';

/** Returns the copied program; null if none. Throws ProblemError. Requires both locks. */
export async function copyProgram(
  from: ProgramFolder,
  to: ProgramFolder,
  report: Progress,
): Promise<InstalledProgram | null> {
  const installed = installedIn(from);
  const { current } = treesIn(from.folder);
  if (installed === 'damaged') throw new ProblemError({ kind: 'removed', file: current });
  prepareTarget(to);
  if (installed === null) return null;
  const { program, release, record } = installed;
  const { files } = release.manifest;
  assertFreeSpace(to.work.disk, to.folder, requiredSpace(sizeOf(files), files));
  const raw = from.records.rawManifest(program.manifestSha256);
  if (raw !== null) to.records.saveManifest(program.manifestSha256, raw);
  const { next, current: placed } = treesIn(to.folder);
  const total = sizeOf(files);
  copyTree(from, current, next, files, (done) => report(done, total, 'looking'));
  const check = verifyTree(to.work, next, files, (done) => report(done, total, 'verifying'));
  const broken = check.broken[0] ?? (await syncTree(to.work, next, files))[0];
  if (broken !== undefined) throw new ProblemError({ kind: 'removed', file: broken.path });
  to.records.saveStamps(program.manifestSha256, check.stamps);
  to.work.disk.renameSync(next, placed);
  const { highest, verifiedAt } = record;
  to.records.change({ installed: program, highest, verifiedAt, damaged: false });
  return program;
}

/** Throws if one folder contains the other. Compares paths only; `prepareTarget` finds aliases. */
export function refuseNested(from: string, to: string): void {
  const [forward, backward] = [relative(from, to), relative(to, from)];
  const isBelow = (path: string): boolean => !path.startsWith('..') && !isAbsolute(path);
  if (isBelow(forward) || isBelow(backward))
    throw new ProblemError({ kind: 'not-empty', folder: to });
}

/** Throws if the folder has foreign files. Removes the files of an interrupted move. */
function prepareTarget(to: ProgramFolder): void {
  const { work, folder, records } = to;
  const names = work.disk.readdirSync(folder).filter((name) => name !== 'lock');
  if (names.length === 0) return;
  if (!records.hasGenuineManifest()) throw new ProblemError({ kind: 'not-empty', folder });
  const { current, previous } = treesIn(folder);
  records.change({ installed: null, previousSha256: null });
  for (const tree of [current, previous]) removeWhenFree(work, tree);
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

/** Removes the records of a moved program, but no foreign files. */
export function removeRecords(programFolder: ProgramFolder): void {
  const { work, folder } = programFolder;
  for (const name of ['manifests', 'program.json']) removeWhenFree(work, join(folder, name));
}
