// The records of a program's folder: the installed release, the journal of a swap, and manifests.
// SECURITY: the records are in the loader's own data folder, because they prove a verification.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { InstalledProgram } from '../../core/delivery/ports.ts';
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { lstatOrNull, sizeOf, syncFolder, type WorkParts } from './disk.ts';
import { cacheManifest } from './manifest-cache.ts';
import { listNames, parseJson, readRecord, removeRecord, writeRecord } from './record-files.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const program = z.object({
  version: z.string().min(1).max(50),
  sequence: z.int().min(1),
  manifestSha256: sha256,
  sizeBytes: z.number().min(0),
  emulated: z.string().max(50).optional(),
});
const record = z.object({
  v: z.literal(1),
  installed: program.nullable(),
  /** The release in the folder `previous`. */
  previousSha256: sha256.nullable(),
  /** The size of that release. */
  previousBytes: z.number().min(0).default(0),
  /** Highest sequence of each release line. */
  highest: z.record(z.string(), z.int().min(1)),
  /** Unix milliseconds of the last full verification. */
  verifiedAt: z.number(),
  /** A file differs from the published one; the program is not started until it is repaired. */
  damaged: z.boolean(),
  /** The program was uninstalled, and other files are left in the folder `current`. */
  leftover: z.boolean().default(false),
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
  previousBytes: 0,
  highest: {},
  verifiedAt: 0,
  damaged: false,
  leftover: false,
};

export interface ProgramRecords extends ManifestRecords {
  readonly exist: () => boolean;
  /** Returns null if the file exists but is unreadable. */
  readonly read: () => ProgramRecord | null;
  readonly change: (change: Partial<ProgramRecord>) => void;
  /** Returns 'broken' if the file exists but is unreadable. */
  readonly journal: () => SwapJournal | 'broken' | null;
  readonly beginSwap: (journal: SwapJournal) => void;
  readonly endSwap: () => void;
  readonly isFolderAccepted: () => boolean;
  readonly acceptFolder: () => void;
  readonly remove: () => void;
}

interface ManifestRecords {
  readonly rawManifest: (manifestSha256: string) => RawManifest | null;
  readonly saveManifest: (manifestSha256: string, raw: RawManifest) => void;
  /** Verifies the saved manifest again. Returns null if it is missing or not genuine. */
  readonly manifestOf: (manifestSha256: string) => VerifiedRelease | null;
  /** Returns the files of that release; if its manifest is unknown, of all saved manifests. */
  readonly filesOf: (manifestSha256: string | null) => VerifiedRelease['manifest']['files'];
  readonly saveStamps: (manifestSha256: string, stamps: Stamps) => void;
  readonly stampsOf: (manifestSha256: string) => Stamps | null;
  /** Removes the manifests of all releases except the given ones. */
  readonly prune: (manifestSha256s: readonly string[]) => void;
}

export function programOf(release: VerifiedRelease): InstalledProgram {
  const { manifest, manifestSha256, emulated } = release;
  const { version, sequence, files } = manifest;
  const program = { version, sequence, manifestSha256, sizeBytes: sizeOf(files) };
  return emulated === null ? program : { ...program, emulated };
}

export interface RawManifest {
  readonly manifest: Uint8Array;
  readonly sig: Uint8Array;
}

/** Returns the folder of the records of one program. `recordsFolder` holds those of all. */
export function recordsPlace({ system }: WorkParts, recordsFolder: string, folder: string): string {
  // Windows ignores the case of file names.
  const name = system === 'win32' ? folder.toLowerCase() : folder;
  return join(recordsFolder, createHash('sha256').update(name).digest('hex').slice(0, 32));
}

export function openRecords(
  work: WorkParts,
  folder: string,
  verifier: ReleaseVerifier,
): ProgramRecords {
  const { disk } = work;
  const at = (name: string): string => join(folder, `${name}.json`);
  const [recordFile, journalFile, acceptedFile] = [at('program'), at('journal'), at('accepted')];
  const read = (): ProgramRecord | null => {
    const bytes = readRecord(work, recordFile);
    return bytes === null ? empty : (record.safeParse(parseJson(bytes)).data ?? null);
  };
  const manifests = openManifests(work, join(folder, 'manifests'), verifier);
  return {
    ...manifests,
    exist: () => lstatOrNull(disk, recordFile)?.isFile() === true,
    read,
    change: (change) => writeRecord(work, recordFile, { ...(read() ?? empty), ...change }),
    journal() {
      const bytes = readRecord(work, journalFile);
      return bytes === null ? null : (journal.safeParse(parseJson(bytes)).data ?? 'broken');
    },
    beginSwap: (entry) => writeRecord(work, journalFile, entry),
    endSwap() {
      removeRecord(work, journalFile);
      if (lstatOrNull(disk, folder) !== null) syncFolder(work, folder);
    },
    isFolderAccepted: () => lstatOrNull(disk, acceptedFile)?.isFile() === true,
    acceptFolder: () => writeRecord(work, acceptedFile, { v: 1 }),
    remove() {
      manifests.prune([]);
      for (const file of [recordFile, journalFile, acceptedFile]) removeRecord(work, file);
      for (const path of [join(folder, 'manifests'), folder])
        if (listNames(work, path)?.length === 0) disk.rmdirSync(path);
    },
  };
}

function openManifests(
  work: WorkParts,
  manifests: string,
  verifier: ReleaseVerifier,
): ManifestRecords {
  const fileOf = (hash: string, kind: 'json' | 'json.sig' | 'stamps') =>
    join(manifests, `${hash}.${kind}`);
  const rawManifest: ManifestRecords['rawManifest'] = (hash) => {
    const manifest = readRecord(work, fileOf(hash, 'json'));
    const sig = readRecord(work, fileOf(hash, 'json.sig'));
    return manifest === null || sig === null ? null : { manifest, sig };
  };
  const manifestOf = cacheManifest(
    work.disk,
    (hash) => [fileOf(hash, 'json'), fileOf(hash, 'json.sig')],
    (hash) => {
      const raw = rawManifest(hash);
      return raw === null ? null : verifier.verify(raw.manifest, raw.sig, hash);
    },
  );
  return {
    rawManifest,
    manifestOf,
    saveManifest(hash, { manifest, sig }) {
      writeRecord(work, fileOf(hash, 'json.sig'), sig);
      writeRecord(work, fileOf(hash, 'json'), manifest);
    },
    filesOf(hash) {
      const release = hash === null ? null : manifestOf(hash);
      if (release !== null) return release.manifest.files;
      return (listNames(work, manifests) ?? [])
        .filter((name) => /^[0-9a-f]{64}[.]json$/.test(name))
        .flatMap((name) => manifestOf(name.slice(0, 64))?.manifest.files ?? []);
    },
    saveStamps: (hash, given) => writeRecord(work, fileOf(hash, 'stamps'), given),
    stampsOf(hash) {
      const bytes = readRecord(work, fileOf(hash, 'stamps'));
      return bytes === null ? null : (stamps.safeParse(parseJson(bytes)).data ?? null);
    },
    prune(hashes) {
      for (const name of listNames(work, manifests) ?? [])
        if (ownNames.test(name) && !hashes.includes(name.slice(0, 64)))
          removeRecord(work, join(manifests, name));
    },
  };
}

/** The names of manifests, signatures and stamps; a killed process leaves `.new`. */
const ownNames = /^[0-9a-f]{64}[.](?:json|json[.]sig|stamps)(?:[.]new)?$/;
