// Runs one installation, update or repair in the worker: verifies the manifest, assembles the
// missing files, verifies all of them, and only then puts them in place.
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { InstalledProgram, InstallPhase } from '../../core/delivery/ports.ts';
import {
  higherOf,
  type ReleaseJudge,
  type VerifiedRelease,
} from '../../core/delivery/verified-release.ts';
import { openAssembly, type Assembly } from './assembly.ts';
import { Blocked, lookAt, refuseWithoutSpace, sizeOf, spaceFor } from './disk.ts';
import { removeWhenFree, renameWhenFree } from './in-use.ts';
import {
  installedIn,
  putOthersAside,
  removeUnfinished,
  sourcesFor,
  type ProgramFolder,
} from './program-folder.ts';
import type { Stamps } from './program-record.ts';
import { finishSwap, treesIn } from './swapping.ts';
import { makeFolders, pathIn, writeAt } from './tree-files.ts';
import { syncTree, verifyTree, verifyTreeBeside, type TreeCheck } from './verify-tree.ts';
import type { Calls } from './worker-client.ts';

export type Progress = (done: number, total: number | null, phase: InstallPhase) => void;

/** A tree whose files were hashed after the last write. Only such a tree is put in place. */
interface VerifiedTree {
  readonly release: VerifiedRelease;
  readonly stamps: Stamps;
}

type Value<Name extends keyof Calls> = Extract<ReturnType<Calls[Name]>, { ok: true }>['value'];

export interface ProgramRun {
  readonly needsManifest: () => boolean;
  readonly admit: (...args: Parameters<Calls['admit']>) => Value<'admit'>;
  readonly assemble: () => Value<'assemble'>;
  readonly take: (index: number, stored: Uint8Array) => boolean;
  readonly verifyNext: () => Promise<Value<'verifyNext'>>;
  readonly place: (nowMs: number) => InstalledProgram;
  /** Free bytes that the rest of the run requires; 0 before `assemble`. */
  readonly missingBytes: () => number;
  readonly end: () => void;
}

export function openRun(
  folder: ProgramFolder,
  judge: ReleaseJudge,
  offer: Parameters<Calls['begin']>[1],
  report: Progress,
): ProgramRun {
  let release: VerifiedRelease | null = null;
  let part: Part | null = null;
  let verified: VerifiedTree | null = null;
  const admitted = (): VerifiedRelease => release ?? outOfOrder();
  const begun = (): Part => part ?? outOfOrder();
  return {
    needsManifest: () => folder.records.manifestOf(offer.manifestSha256) === null,
    admit(fetched) {
      release = admit(folder, judge, offer, fetched);
      const { line } = release;
      return { line, highest: folder.records.read()?.highest[line] ?? null };
    },
    assemble() {
      part = isInstalled(folder, offer.manifestSha256)
        ? beginRepair(folder, admitted(), report)
        : beginInstall(folder, admitted());
      copyKnown(folder, admitted(), part, report);
      const { assembly } = part;
      return { missing: assembly.missing(), fetchedBytes: assembly.fetchedBytes() };
    },
    take: (index, stored) => begun().assembly.take(index, stored),
    async verifyNext() {
      const check = await verifyNext(folder, begun(), report);
      if (check.broken.length === 0) verified = { release: admitted(), stamps: check.stamps };
      return { missing: begun().assembly.missing(), file: check.broken[0]?.path ?? null };
    },
    place: (nowMs) => {
      const tree = verified ?? outOfOrder();
      return begun().repairs === null
        ? swapIn(folder, tree, nowMs)
        : repairCurrent(folder, tree, begun(), nowMs);
    },
    missingBytes: () => (part === null ? 0 : neededFor(part)),
    end() {
      part?.assembly.close();
    },
  };
}

function outOfOrder(): never {
  throw new Error('The calls of an installation came in another order.');
}

interface Part {
  readonly files: readonly ManifestFile[];
  readonly assembly: Assembly;
  /** In a repair, the stamps of all installed files. null: the run assembles a new tree. */
  readonly repairs: Stamps | null;
}

function admit(
  { records }: ProgramFolder,
  judge: ReleaseJudge,
  { manifestSha256, sequence, version }: Parameters<Calls['begin']>[1],
  fetched: Parameters<Calls['admit']>[0],
): VerifiedRelease {
  const release =
    fetched === null
      ? records.manifestOf(manifestSha256)
      : judge.judge(fetched.manifest, fetched.signature, manifestSha256);
  if (release?.manifest.sequence !== sequence || release.manifest.version !== version)
    throw new Blocked({ kind: 'not-genuine' });
  if (fetched !== null)
    records.saveManifest(manifestSha256, { manifest: fetched.manifest, sig: fetched.signature });
  return release;
}

function isInstalled(folder: ProgramFolder, manifestSha256: string): boolean {
  const installed = installedIn(folder);
  return (
    installed !== null &&
    installed !== 'damaged' &&
    installed.program.manifestSha256 === manifestSha256
  );
}

function beginInstall(folder: ProgramFolder, release: VerifiedRelease): Part {
  putOthersAside(folder, release.manifestSha256);
  const { files } = release.manifest;
  const assembly = openAssembly(folder.work, folder.folder, release, files);
  return { files, assembly, repairs: null };
}

/** Hashes the installed files and assembles only the broken ones. */
function beginRepair(folder: ProgramFolder, release: VerifiedRelease, report: Progress): Part {
  const { files } = release.manifest;
  const total = sizeOf(files);
  const { current } = treesIn(folder.folder);
  const check = verifyTree(folder.work, current, files, (done) => report(done, total, 'looking'));
  // Recorded first: if this run is killed, the half-repaired program must not start.
  if (check.broken.length > 0) folder.records.change({ damaged: true });
  putOthersAside(folder, release.manifestSha256);
  const assembly = openAssembly(folder.work, folder.folder, release, check.broken);
  return { files: check.broken, assembly, repairs: check.stamps };
}

function copyKnown(
  folder: ProgramFolder,
  release: VerifiedRelease,
  part: Part,
  report: Progress,
): void {
  refuseWithoutSpace(folder.work.disk, folder.folder, neededFor(part));
  part.assembly.copyKnown(sourcesFor(folder, release), (done, total) =>
    report(done, total, 'looking'),
  );
}

function neededFor({ assembly, files }: Part): number {
  return spaceFor(assembly.missingBytes(), files);
}

/** Flushes and verifies all files. Marks the chunks of broken files as missing. */
async function verifyNext(
  folder: ProgramFolder,
  { assembly, files }: Part,
  report: Progress,
): Promise<TreeCheck> {
  const { work } = folder;
  const total = sizeOf(files);
  const { next } = treesIn(folder.folder);
  makeEmptyFiles(folder, next, files);
  // Concurrently, because flushing waits for the disk and hashing for the processor.
  const synced = syncTree(work, next, files);
  const [check] = await Promise.allSettled([
    verifyTreeBeside(work, next, files, (done) => report(done, total, 'verifying')),
    synced,
  ]);
  if (check.status === 'rejected') throw check.reason;
  const { stamps } = check.value;
  let { broken } = check.value;
  // A file may vanish after it was verified.
  if (broken.length === 0) broken = await synced;
  if (broken.length > 0) assembly.forget(broken);
  return { broken, stamps };
}

/** Empty files have no chunk that would create them. */
function makeEmptyFiles(
  { work }: ProgramFolder,
  root: string,
  files: readonly ManifestFile[],
): void {
  for (const file of files) if (file.size === 0) writeAt(work, root, file, new Uint8Array(), 0);
}

function swapIn(folder: ProgramFolder, tree: VerifiedTree, nowMs: number): InstalledProgram {
  const { records, work } = folder;
  const { release, stamps } = tree;
  const record = records.read();
  const to = programOf(release);
  records.saveStamps(release.manifestSha256, stamps);
  noteHighest(folder, release);
  const swap = { v: 1, from: record?.installed ?? null, to, verifiedAt: nowMs } as const;
  records.beginSwap(swap);
  finishSwap({ work, folder: folder.folder, records }, swap);
  removeUnfinished(folder);
  return to;
}

/** Replaces the broken files. The record says `damaged` until the last one is in place. */
function repairCurrent(
  folder: ProgramFolder,
  { release, stamps }: VerifiedTree,
  { files, repairs }: Part,
  nowMs: number,
): InstalledProgram {
  const { records, work } = folder;
  const { current, next } = treesIn(folder.folder);
  for (const { path } of files) {
    makeFolders(work.disk, current, path);
    const place = pathIn(current, path);
    if (lookAt(work.disk, place)?.isFile() !== true) removeWhenFree(work, place);
    renameWhenFree(work, pathIn(next, path), place);
  }
  const fresh = new Map(files.map(({ path }, at) => [path, stamps[at]]));
  const merged = release.manifest.files.map(({ path }, at) => fresh.get(path) ?? repairs?.[at]);
  records.saveStamps(
    release.manifestSha256,
    merged.flatMap((stamp) => (stamp === undefined ? [] : [stamp])),
  );
  noteHighest(folder, release);
  records.change({ damaged: false, verifiedAt: nowMs });
  removeUnfinished(folder);
  return programOf(release);
}

function noteHighest({ records }: ProgramFolder, { line, manifest }: VerifiedRelease): void {
  const highest = records.read()?.highest ?? {};
  const raised = higherOf(highest[line] ?? null, manifest.sequence) ?? manifest.sequence;
  records.change({ highest: { ...highest, [line]: raised } });
}

function programOf({ manifest, manifestSha256 }: VerifiedRelease): InstalledProgram {
  const { version, sequence, files } = manifest;
  return { version, sequence, manifestSha256, sizeBytes: sizeOf(files) };
}
