// Reads, verifies and removes the installed program and unfinished runs.
import { join } from 'node:path';
import type { Manifest, ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type {
  InstalledProgram,
  OtherFiles,
  ReadyResult,
  UnfinishedInstall,
} from '../../core/delivery/ports.ts';
import { unfinishedRelease, readRecordedChunks } from './assembly.ts';
import { bytesToFetch } from './bytes-to-fetch.ts';
import { ProblemError, lstatOrNull } from './disk.ts';
import { adoptRecords } from './legacy-records.ts';
import { countFiles } from './other-files.ts';
import { findUnsafeFolder } from './own-folder.ts';
import {
  installedIn,
  supersededTrees,
  withLock,
  recover,
  removeUnfinished,
  type Installed,
  type ProgramFolder,
} from './program-folder.ts';
import { treesIn } from './swap.ts';
import { removeTree } from './tree-removal.ts';
import { pathIn } from './tree-files.ts';
import { matchesStamps, verifyTree } from './verify-tree.ts';
import type { ReadyCheck } from './worker-client.ts';

/** Reads the installed program, even while another loader holds the lock. */
export function readInstalled(programFolder: ProgramFolder): InstalledProgram | null {
  const { work, folder, records, lock } = programFolder;
  adoptRecords(programFolder);
  const isOwn = findUnsafeFolder(work, folder) === null;
  if (isOwn && records.journal() !== null && lock.take())
    try {
      recover(programFolder);
    } finally {
      lock.release();
    }
  const exists = lstatOrNull(work.disk, folder) !== null;
  const installed = exists ? (records.read()?.installed ?? null) : null;
  return installed && withRemovedSize(programFolder, installed);
}

/** Replaces the size of the release by that of everything that `removeProgram` removes. */
export function withRemovedSize(
  programFolder: ProgramFolder,
  program: InstalledProgram,
): InstalledProgram {
  const { work, folder, records } = programFolder;
  const { sizeBytes } = program;
  // Walking both trees would take noticeable time with 30 000 files, so their sizes are recorded.
  const hasPrevious = lstatOrNull(work.disk, treesIn(folder).previous) !== null;
  const previous = hasPrevious ? (records.read()?.previousBytes ?? 0) : 0;
  const unfinished = sizeOfTrees(programFolder, unfinishedTrees(programFolder));
  return { ...program, sizeBytes: sizeBytes + previous + unfinished };
}

/** Hashes the installed files and records the result. Returns false if the program is damaged. */
export function verifyInstalled(programFolder: ProgramFolder, nowMs: number): boolean {
  const installed = installedIn(programFolder);
  if (installed === null) return true;
  if (installed === 'damaged') return false;
  const { release } = installed;
  const { current } = treesIn(programFolder.folder);
  const check = verifyTree(programFolder.work, current, release.manifest.files, () => undefined);
  const isIntact = check.broken.length === 0;
  if (isIntact) {
    programFolder.records.saveStamps(release.manifestSha256, check.stamps);
    programFolder.records.change({ damaged: false, verifiedAt: nowMs });
  } else if (!installed.record.damaged) programFolder.records.change({ damaged: true });
  return isIntact;
}

export function checkBeforeStart(
  programFolder: ProgramFolder,
  dataFolder: string,
  nowMs: number,
): ReadyCheck {
  if (programFolder.records.journal() !== null)
    withLock(programFolder, () => recover(programFolder));
  const installed = installedIn(programFolder);
  if (installed === null) return notReady('none');
  if (installed === 'damaged' || !isVerified(programFolder, installed, nowMs))
    return notReady('damaged');
  const { release } = installed;
  const program = withRemovedSize(programFolder, installed.program);
  const { current } = treesIn(programFolder.folder);
  const { path, sha256 } = startFileOf(release.manifest);
  const file = pathIn(current, path);
  makeExecutable(programFolder, file);
  programFolder.work.disk.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const { args } = release.manifest;
  const ready: ReadyResult = { ok: true, program, file, sha256, args, workingFolder: dataFolder };
  return { ready, verifiedAt: programFolder.records.read()?.verifiedAt ?? 0 };
}

/** A loader has the brand id in place of the entry, and one file. */
function startFileOf({ kind, entry, files }: Manifest): ManifestFile {
  const file = kind === 'loader' ? files[0] : files.find(({ path }) => path === entry);
  if (file === undefined) throw new Error('The manifest lacks its entry.');
  return file;
}

function notReady(reason: 'none' | 'damaged'): ReadyCheck {
  return { ready: { ok: false, reason }, verifiedAt: 0 };
}

/** SECURITY: if a stamp has changed, all files are hashed again before the program may start. */
function isVerified(programFolder: ProgramFolder, { release, record }: Installed, nowMs: number) {
  if (record.damaged) return false;
  const { current } = treesIn(programFolder.folder);
  const stamps = programFolder.records.stampsOf(release.manifestSha256);
  const { files } = release.manifest;
  if (stamps !== null && matchesStamps(programFolder.work, current, files, stamps)) return true;
  return withLock(programFolder, () => verifyInstalled(programFolder, nowMs));
}

/** Restores the executable bit, which a copy of the tree may have lost. */
function makeExecutable({ work: { disk, system } }: ProgramFolder, file: string): void {
  if (system === 'win32') return;
  const mode = (lstatOrNull(disk, file)?.mode ?? 0) & 0o777;
  if ((mode & 0o100) === 0) disk.chmodSync(file, mode | 0o100);
}

/** Removes the trees of unfinished runs. Returns the freed bytes. */
export function discardUnfinished(programFolder: ProgramFolder): number {
  const trees = unfinishedTrees(programFolder);
  const before = sizeOfTrees(programFolder, trees);
  removeUnfinished(programFolder);
  return before - sizeOfTrees(programFolder, trees);
}

function unfinishedTrees(programFolder: ProgramFolder): string[] {
  const others = supersededTrees(programFolder).map((name) => join(programFolder.folder, name));
  return [treesIn(programFolder.folder).next, ...others];
}

export interface Removal {
  readonly freedBytes: number;
  readonly remaining?: OtherFiles;
}

/** Clears the record first: a partly removed program must not start. */
export function removeProgram(programFolder: ProgramFolder): Removal {
  const { work, folder, records } = programFolder;
  const { current, previous } = treesIn(folder);
  const trees = [current, previous, ...unfinishedTrees(programFolder)];
  const before = sizeOfTrees(programFolder, trees);
  const { installed = null, previousSha256 = null } = records.read() ?? {};
  const files = records.filesOf(installed?.manifestSha256 ?? null);
  const previousFiles = records.filesOf(previousSha256);
  records.change({ installed: null, previousSha256: null, damaged: false });
  removeTree(work, current, files);
  removeTree(work, previous, previousFiles);
  records.change({ leftover: lstatOrNull(work.disk, current) !== null });
  removeUnfinished(programFolder);
  const freedBytes = before - sizeOfTrees(programFolder, trees);
  const remaining = countFiles(work, folder);
  return { freedBytes, ...(remaining.count > 0 && { remaining }) };
}

function sizeOfTrees(programFolder: ProgramFolder, trees: readonly string[]): number {
  return trees.reduce((sum, tree) => sum + sizeOfTree(programFolder, tree), 0);
}

function sizeOfTree(programFolder: ProgramFolder, at: string): number {
  const { disk, stopped } = programFolder.work;
  if (stopped()) throw new ProblemError({ kind: 'stopped' });
  const stats = lstatOrNull(disk, at);
  if (stats?.isDirectory() !== true) return stats?.isFile() === true ? stats.size : 0;
  return disk
    .readdirSync(at)
    .reduce((sum, name) => sum + sizeOfTree(programFolder, join(at, name)), 0);
}

/** Returns the progress of an unfinished run, from its progress file and the manifests. */
export function readUnfinished(programFolder: ProgramFolder): UnfinishedInstall | null {
  const { work, folder, records } = programFolder;
  const manifestSha256 = unfinishedRelease(work, folder);
  const release = manifestSha256 === null ? null : records.manifestOf(manifestSha256);
  if (manifestSha256 === null || release === null) return null;
  const recorded = readRecordedChunks(work, folder, release);
  const doneBytes = release.manifest.chunks.reduce(
    (sum, { stored }, index) => sum + (recorded.get(index) === true ? stored : 0),
    0,
  );
  // The broken files are known only after they are read again.
  if (programFolder.records.read()?.installed?.manifestSha256 === manifestSha256)
    return { manifestSha256, doneBytes, totalBytes: null };
  return {
    manifestSha256,
    doneBytes,
    totalBytes: doneBytes + bytesToFetch(programFolder, release),
  };
}
