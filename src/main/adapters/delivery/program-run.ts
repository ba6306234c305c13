// Runs one installation, update or repair in the worker: verifies the manifest, assembles the
// missing files, verifies all of them, and only then puts them in place.
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { InstalledProgram, InstallPhase } from '../../core/delivery/ports.ts';
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { openAssembly, type Assembly } from './assembly.ts';
import { ProblemError, lstatOrNull, assertFreeSpace, sizeOf, requiredSpace } from './disk.ts';
import { renameWhenFree } from './in-use.ts';
import {
  installedIn,
  setOtherReleaseAside,
  removeUnfinished,
  sourcesFor,
  type ProgramFolder,
} from './program-folder.ts';
import { programOf, type Stamps } from './program-record.ts';
import { assertLaunchable } from './program-state.ts';
import { highestIn, recordHighest } from './recorded-sequences.ts';
import { finishSwap, treesIn } from './swap.ts';
import { createFolders, pathIn, writeAt } from './tree-files.ts';
import { clearName } from './tree-removal.ts';
import { syncTree, verifyTree, verifyTreeYielding, type TreeCheck } from './verify-tree.ts';
import type { Calls, FetchedManifest, NamedRelease } from './worker-client.ts';

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
  verifier: ReleaseVerifier,
  offer: NamedRelease,
  report: Progress,
): ProgramRun {
  let release: VerifiedRelease | null = null;
  let plan: RunPlan | null = null;
  let verified: VerifiedTree | null = null;
  const requireRelease = (): VerifiedRelease => release ?? throwOutOfOrder();
  const requirePlan = (): RunPlan => plan ?? throwOutOfOrder();
  return {
    needsManifest: () => folder.records.manifestOf(offer.manifestSha256) === null,
    admit(fetched) {
      release = admit(folder, verifier, offer, fetched);
      assertLaunchable(folder, release.manifest);
      assertNotEmulatedAgain(folder, release);
      const { line, lines } = release;
      return { line, lines, highest: highestIn(folder, release) };
    },
    assemble() {
      plan = isInstalled(folder, offer.manifestSha256)
        ? beginRepair(folder, requireRelease(), report)
        : beginInstall(folder, requireRelease());
      copyReusable(folder, requireRelease(), plan, report);
      const { assembly } = plan;
      return { missing: assembly.missing(), fetchedBytes: assembly.fetchedBytes() };
    },
    take: (index, stored) => requirePlan().assembly.take(index, stored),
    async verifyNext() {
      const check = await verifyNext(folder, requirePlan(), report);
      if (check.broken.length === 0) verified = { release: requireRelease(), stamps: check.stamps };
      return { missing: requirePlan().assembly.missing(), file: check.broken[0]?.path ?? null };
    },
    place: (nowMs) => {
      const tree = verified ?? throwOutOfOrder();
      return requirePlan().oldStamps === null
        ? swapTrees(folder, tree, nowMs)
        : repairCurrent(folder, tree, requirePlan(), nowMs);
    },
    missingBytes: () => (plan === null ? 0 : requiredSpaceFor(plan)),
    end() {
      plan?.assembly.close();
    },
  };
}

/** SECURITY: the sequences of two platforms cannot be compared, so this could be a downgrade. */
function assertNotEmulatedAgain(folder: ProgramFolder, { emulated }: VerifiedRelease): void {
  const installed = installedIn(folder);
  if (emulated === null || installed === null || installed === 'damaged') return;
  if (installed.release.emulated === null) throw new ProblemError({ kind: 'older' });
}

function throwOutOfOrder(): never {
  throw new Error('The calls of an installation came in another order.');
}

interface RunPlan {
  readonly files: readonly ManifestFile[];
  readonly assembly: Assembly;
  /** In a repair, the stamps of all installed files; null if the run assembles a new tree. */
  readonly oldStamps: Stamps | null;
}

/** Verifies and saves the manifest. Throws ProblemError if it is not the offered one. */
export function admit(
  { records }: ProgramFolder,
  verifier: ReleaseVerifier,
  { manifestSha256, sequence, version }: NamedRelease,
  fetched: FetchedManifest | null,
): VerifiedRelease {
  const release =
    fetched === null
      ? records.manifestOf(manifestSha256)
      : verifier.verify(fetched.manifest, fetched.signature, manifestSha256);
  if (release?.manifest.sequence !== sequence || release.manifest.version !== version)
    throw new ProblemError({ kind: 'not-genuine' });
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

function beginInstall(folder: ProgramFolder, release: VerifiedRelease): RunPlan {
  setOtherReleaseAside(folder, release.manifestSha256);
  const { files } = release.manifest;
  const assembly = openAssembly(folder.work, folder.folder, release, files);
  return { files, assembly, oldStamps: null };
}

/** Hashes the installed files and assembles only the broken ones. */
function beginRepair(folder: ProgramFolder, release: VerifiedRelease, report: Progress): RunPlan {
  const { files } = release.manifest;
  const total = sizeOf(files);
  const { current } = treesIn(folder.folder);
  const check = verifyTree(folder.work, current, files, (done) => report(done, total, 'looking'));
  // Recorded first: if this run is killed, the half-repaired program must not start.
  if (check.broken.length > 0) folder.records.change({ damaged: true });
  setOtherReleaseAside(folder, release.manifestSha256);
  const assembly = openAssembly(folder.work, folder.folder, release, check.broken);
  return { files: check.broken, assembly, oldStamps: check.stamps };
}

function copyReusable(
  folder: ProgramFolder,
  release: VerifiedRelease,
  plan: RunPlan,
  report: Progress,
): void {
  assertFreeSpace(folder.work.disk, folder.folder, requiredSpaceFor(plan));
  plan.assembly.copyReusable(sourcesFor(folder, release), (done, total) =>
    report(done, total, 'looking'),
  );
}

function requiredSpaceFor({ assembly, files }: RunPlan): number {
  return requiredSpace(assembly.missingBytes(), files);
}

/** Flushes and verifies all files. Marks the chunks of broken files as missing. */
async function verifyNext(
  folder: ProgramFolder,
  { assembly, files }: RunPlan,
  report: Progress,
): Promise<TreeCheck> {
  const { work } = folder;
  const total = sizeOf(files);
  const { next } = treesIn(folder.folder);
  makeEmptyFiles(folder, next, files);
  // Concurrently, because flushing waits for the disk and hashing for the processor.
  const synced = syncTree(work, next, files);
  const [check] = await Promise.allSettled([
    verifyTreeYielding(work, next, files, (done) => report(done, total, 'verifying')),
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

function swapTrees(folder: ProgramFolder, tree: VerifiedTree, nowMs: number): InstalledProgram {
  const { records, work } = folder;
  const { release, stamps } = tree;
  const record = records.read();
  const to = programOf(release);
  records.saveStamps(release.manifestSha256, stamps);
  recordHighest(folder, release);
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
  { files, oldStamps }: RunPlan,
  nowMs: number,
): InstalledProgram {
  const { records, work } = folder;
  const { current, next } = treesIn(folder.folder);
  for (const { path } of files) {
    createFolders(work, current, path);
    const target = pathIn(current, path);
    if (lstatOrNull(work.disk, target)?.isFile() !== true) clearName(work, target);
    renameWhenFree(work, pathIn(next, path), target);
  }
  const newStamps = new Map(files.map(({ path }, at) => [path, stamps[at]]));
  const merged = release.manifest.files.map(
    ({ path }, at) => newStamps.get(path) ?? oldStamps?.[at],
  );
  records.saveStamps(
    release.manifestSha256,
    merged.flatMap((stamp) => (stamp === undefined ? [] : [stamp])),
  );
  recordHighest(folder, release);
  records.change({ damaged: false, verifiedAt: nowMs });
  removeUnfinished(folder);
  return programOf(release);
}
