// Reads, verifies and removes the installed program and unfinished runs.
import { join } from 'node:path';
import type { BegunProgram, ReadyProgram } from '../../core/delivery/ports.ts';
import { begunRelease, notedChunks, planOf } from './assembly.ts';
import { Blocked, lookAt } from './disk.ts';
import { removeWhenFree } from './in-use.ts';
import { findKnown } from './known-chunks.ts';
import {
  installedIn,
  leftTrees,
  locked,
  recover,
  removeUnfinished,
  sourcesFor,
  type Installed,
  type ProgramFolder,
} from './program-folder.ts';
import { treesIn } from './swapping.ts';
import { pathIn } from './tree-files.ts';
import { matchesStamps, verifyTree } from './verify-tree.ts';
import type { ReadyCheck } from './worker-client.ts';

/** Hashes the installed files and records the result. Returns true if nothing is installed. */
export function verifyInstalled(place: ProgramFolder, nowMs: number): boolean {
  const installed = installedIn(place);
  if (installed === null) return true;
  if (installed === 'damaged') return false;
  const { release } = installed;
  const { current } = treesIn(place.folder);
  const check = verifyTree(place.work, current, release.manifest.files, () => undefined);
  const isWhole = check.broken.length === 0;
  if (isWhole) {
    place.records.saveStamps(release.manifestSha256, check.stamps);
    place.records.change({ damaged: false, verifiedAt: nowMs });
  } else if (!installed.record.damaged) place.records.change({ damaged: true });
  return isWhole;
}

export function checkBeforeStart(
  place: ProgramFolder,
  dataFolder: string,
  nowMs: number,
): ReadyCheck {
  if (place.records.journal() !== null) locked(place, () => recover(place));
  const installed = installedIn(place);
  if (installed === null) return notReady('none');
  if (installed === 'damaged' || !isVerified(place, installed, nowMs)) return notReady('damaged');
  const { program, release } = installed;
  const { current } = treesIn(place.folder);
  const file = pathIn(current, release.manifest.entry);
  allowToRun(place, file);
  place.work.disk.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const { args } = release.manifest;
  const ready: ReadyProgram = { ok: true, program, file, args, workingFolder: dataFolder };
  return { ready, verifiedAt: place.records.read()?.verifiedAt ?? 0 };
}

function notReady(reason: 'none' | 'damaged'): ReadyCheck {
  return { ready: { ok: false, reason }, verifiedAt: 0 };
}

/** SECURITY: a file whose stamp has changed is hashed again before the program may start. */
function isVerified(place: ProgramFolder, { release, record }: Installed, nowMs: number) {
  if (record.damaged) return false;
  const { current } = treesIn(place.folder);
  const stamps = place.records.stampsOf(release.manifestSha256);
  const { files } = release.manifest;
  if (stamps !== null && matchesStamps(place.work, current, files, stamps)) return true;
  return locked(place, () => verifyInstalled(place, nowMs));
}

/** Restores the executable bit, which a copy of the tree may have lost. */
function allowToRun({ work: { disk, system } }: ProgramFolder, file: string): void {
  if (system === 'win32') return;
  const mode = (lookAt(disk, file)?.mode ?? 0) & 0o777;
  if ((mode & 0o100) === 0) disk.chmodSync(file, mode | 0o100);
}

/** Removes the trees of unfinished runs. Returns the freed bytes. */
export function discardUnfinished(place: ProgramFolder): number {
  const freed = bytesOf(place, unfinishedTrees(place));
  removeUnfinished(place);
  return freed;
}

function unfinishedTrees(place: ProgramFolder): string[] {
  const others = leftTrees(place).map((name) => join(place.folder, name));
  return [treesIn(place.folder).next, ...others];
}

/** Returns the freed bytes. Clears the record first: a partly removed program must not start. */
export function removeProgram(place: ProgramFolder): number {
  const { work, folder, records } = place;
  const { current, previous } = treesIn(folder);
  const trees = [current, previous, ...unfinishedTrees(place)];
  const freed = bytesOf(place, trees);
  records.change({ installed: null, previousSha256: null, damaged: false });
  for (const tree of trees) removeWhenFree(work, tree);
  removeUnfinished(place);
  return freed;
}

function bytesOf(place: ProgramFolder, trees: readonly string[]): number {
  return trees.reduce((sum, tree) => sum + bytesIn(place, tree), 0);
}

function bytesIn(place: ProgramFolder, at: string): number {
  const { disk, stopped } = place.work;
  if (stopped()) throw new Blocked({ kind: 'stopped' });
  const about = lookAt(disk, at);
  if (about?.isDirectory() !== true) return about?.isFile() === true ? about.size : 0;
  return disk.readdirSync(at).reduce((sum, name) => sum + bytesIn(place, join(at, name)), 0);
}

/** Returns the progress of an unfinished run, from its progress file and the manifests. */
export function begunIn(place: ProgramFolder): BegunProgram | null {
  const { work, folder, records } = place;
  const manifestSha256 = begunRelease(work, folder);
  const release = manifestSha256 === null ? null : records.manifestOf(manifestSha256);
  if (manifestSha256 === null || release === null) return null;
  const noted = notedChunks(work, folder, release);
  const { chunks } = release.manifest;
  const doneBytes = chunks.reduce(
    (sum, { stored }, index) => sum + (noted.get(index) === true ? stored : 0),
    0,
  );
  // The broken files are known only after they are read again.
  if (place.records.read()?.installed?.manifestSha256 === manifestSha256)
    return { manifestSha256, doneBytes, totalBytes: null };
  const missing = [...planOf(release.manifest).keys()].flatMap((index) =>
    noted.has(index) ? [] : (chunks[index] ?? []),
  );
  const wanted = new Set(missing.map(({ sha256 }) => sha256));
  const known = findKnown(wanted, sourcesFor(place, release));
  const totalBytes = missing.reduce(
    (sum, { sha256, stored }) => sum + (known.has(sha256) ? 0 : stored),
    doneBytes,
  );
  return { manifestSha256, doneBytes, totalBytes };
}
