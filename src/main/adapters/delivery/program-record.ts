// Reads and writes the records in the program's folder: the installed release, the journal of a
// swap, and manifests. Each file is written and flushed before it is renamed into place.
import { join } from 'node:path';
import { z } from 'zod';
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { codeOf, isMissing } from '../file-errors.ts';
import { lstatOrNull, syncFolder, type WorkParts } from './disk.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const program = z.object({
  version: z.string().min(1).max(50),
  sequence: z.int().min(1),
  manifestSha256: sha256,
  sizeBytes: z.number().min(0),
});
const record = z.object({
  v: z.literal(1),
  installed: program.nullable(),
  /** The release in the folder `previous`. */
  previousSha256: sha256.nullable(),
  /** Highest sequence of each release line. */
  highest: z.record(z.string(), z.int().min(1)),
  /** Unix milliseconds of the last full verification. */
  verifiedAt: z.number(),
  /** A file differs from the published one; the program is not started until it is repaired. */
  damaged: z.boolean(),
});
const journal = z.object({
  v: z.literal(1),
  from: program.nullable(),
  to: program,
  verifiedAt: z.number(),
});
/** For each file, in the manifest's order: size, modification time and inode. */
const stamps = z.array(z.tuple([z.number(), z.number(), z.number()]));

export type ProgramRecord = z.output<typeof record>;
export type SwapJournal = z.output<typeof journal>;
export type Stamps = z.output<typeof stamps>;

const empty: ProgramRecord = {
  v: 1,
  installed: null,
  previousSha256: null,
  highest: {},
  verifiedAt: 0,
  damaged: false,
};
const maxFileBytes = 64 * 1024 * 1024;

export interface ProgramRecords extends ManifestRecords {
  /** Returns null if the file exists but is unreadable. */
  readonly read: () => ProgramRecord | null;
  readonly change: (change: Partial<ProgramRecord>) => void;
  /** 'broken': the file exists but is unreadable. */
  readonly journal: () => SwapJournal | 'broken' | null;
  readonly beginSwap: (journal: SwapJournal) => void;
  readonly endSwap: () => void;
}

interface ManifestRecords {
  readonly rawManifest: (manifestSha256: string) => RawManifest | null;
  readonly saveManifest: (manifestSha256: string, raw: RawManifest) => void;
  /** Verifies the saved manifest again. Returns null if it is missing or not genuine. */
  readonly manifestOf: (manifestSha256: string) => VerifiedRelease | null;
  /** Whether this folder has a release of this application. */
  readonly hasGenuineManifest: () => boolean;
  readonly saveStamps: (manifestSha256: string, stamps: Stamps) => void;
  readonly stampsOf: (manifestSha256: string) => Stamps | null;
  /** Removes the manifests of all releases except the given ones. */
  readonly prune: (manifestSha256s: readonly string[]) => void;
}

export interface RawManifest {
  readonly manifest: Uint8Array;
  readonly sig: Uint8Array;
}

export function openRecords(
  work: WorkParts,
  folder: string,
  verifier: ReleaseVerifier,
): ProgramRecords {
  const { disk } = work;
  const [recordFile, journalFile] = [join(folder, 'program.json'), join(folder, 'journal.json')];
  const read = (): ProgramRecord | null => {
    const bytes = readBounded(work, recordFile);
    return bytes === null ? empty : (record.safeParse(parseJson(bytes)).data ?? null);
  };
  return {
    ...openManifests(work, join(folder, 'manifests'), verifier),
    read,
    change: (change) => writeAtomically(work, recordFile, { ...(read() ?? empty), ...change }),
    journal() {
      const bytes = readBounded(work, journalFile);
      return bytes === null ? null : (journal.safeParse(parseJson(bytes)).data ?? 'broken');
    },
    beginSwap: (entry) => writeAtomically(work, journalFile, entry),
    endSwap() {
      disk.rmSync(journalFile, { force: true });
      syncFolder(work, folder);
    },
  };
}

function openManifests(
  work: WorkParts,
  manifests: string,
  verifier: ReleaseVerifier,
): ManifestRecords {
  const { disk } = work;
  const fileOf = (hash: string, kind: 'json' | 'json.sig' | 'stamps') =>
    join(manifests, `${hash}.${kind}`);
  // Cached, because parsing a manifest of 30 000 files each time takes noticeable time.
  let cached: VerifiedRelease | null = null;
  const rawManifest: ManifestRecords['rawManifest'] = (hash) => {
    const manifest = readBounded(work, fileOf(hash, 'json'));
    const sig = readBounded(work, fileOf(hash, 'json.sig'));
    return manifest === null || sig === null ? null : { manifest, sig };
  };
  const manifestOf: ManifestRecords['manifestOf'] = (hash) => {
    if (cached?.manifestSha256 === hash) return cached;
    const raw = rawManifest(hash);
    cached = raw === null ? null : verifier.verify(raw.manifest, raw.sig, hash);
    return cached;
  };
  return {
    rawManifest,
    manifestOf,
    saveManifest(hash, { manifest, sig }) {
      createFolder(work, manifests);
      writeAtomically(work, fileOf(hash, 'json.sig'), sig);
      writeAtomically(work, fileOf(hash, 'json'), manifest);
    },
    hasGenuineManifest: () =>
      listNames(work, manifests).some(
        (name) => /^[0-9a-f]{64}[.]json$/.test(name) && manifestOf(name.slice(0, 64)) !== null,
      ),
    saveStamps: (hash, given) => writeAtomically(work, fileOf(hash, 'stamps'), given),
    stampsOf(hash) {
      const bytes = readBounded(work, fileOf(hash, 'stamps'));
      return bytes === null ? null : (stamps.safeParse(parseJson(bytes)).data ?? null);
    },
    prune(hashes) {
      for (const name of listNames(work, manifests))
        if (!hashes.includes(name.slice(0, 64)))
          disk.rmSync(join(manifests, name), { force: true, recursive: true });
    },
  };
}

function createFolder({ disk }: WorkParts, place: string): void {
  try {
    disk.mkdirSync(place);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function listNames({ disk }: WorkParts, place: string): string[] {
  try {
    return disk.readdirSync(place);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns null if the file is missing, or too large to be ours. */
function readBounded({ disk }: WorkParts, file: string): Buffer | null {
  const stats = lstatOrNull(disk, file);
  if (stats?.isFile() !== true || stats.size > maxFileBytes) return null;
  return disk.readFileSync(file);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, also across a power cut. */
function writeAtomically(work: WorkParts, file: string, content: object | Uint8Array): void {
  const { disk } = work;
  const bytes =
    content instanceof Uint8Array ? content : Buffer.from(`${JSON.stringify(content)}\n`);
  const fresh = `${file}.new`;
  disk.rmSync(fresh, { force: true, recursive: true });
  const handle = disk.openSync(fresh, 'wx', 0o600);
  try {
    let written = 0;
    while (written < bytes.length)
      written += disk.writeSync(handle, bytes, written, bytes.length - written, written);
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
  disk.renameSync(fresh, file);
  syncFolder(work, join(file, '..'));
}
