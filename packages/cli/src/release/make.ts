// Makes a release from a folder, or from the files of an older release, with a new sequence. The
// same input and options give the same bytes.
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import {
  findContradiction,
  findFileExcess,
  manifestText,
  maxManifestBytes,
  type Manifest,
  type ManifestChunk,
} from '@latchkey/protocol/release/manifest.ts';
import { findLoaderContradiction } from '@latchkey/protocol/release/loader.ts';
import { pathProblem } from '@latchkey/protocol/release/paths.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import type { Brand, ReleaseHead } from './make-options.ts';
import { packFiles, type Packed, type Stored } from './pack.ts';
import { listLoaderFile, listProgramFiles, type ProgramFile } from './program-folder.ts';
import type { PublisherKey } from './publisher-key.ts';
import {
  beginRelease,
  sha256Of,
  storedChunk,
  type StoredRelease,
  type NewRelease,
} from './release-folder.ts';

export interface MakeOptions {
  readonly head: ReleaseHead;
  readonly sequence: number;
  readonly key: PublisherKey;
  readonly out: string;
  /** The previous release. Its chunks are reused if `key` signed it. */
  readonly previous: StoredRelease | null;
  readonly say: (line: string) => void;
  readonly progress: (bytes: number, all: number) => void;
  readonly stop: AbortSignal;
}

export interface MakeResult {
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  readonly newStored: number;
  readonly emptyFolders: number;
}

type MadeManifest = Omit<MakeResult, 'emptyFolders'>;

interface FromFolder {
  readonly folder: string;
  readonly entry: string;
  /** SECURITY: a folder that contains the publisher key is refused. */
  readonly keyFile: string;
}

/** Loaders start programs without a shell, which batch files and other scripts need. */
const windowsEntry = /[.](?:exe|[cm]?js)$/i;

/** Makes a release from a folder. Removes the draft after a failure. Throws CliProblem. */
export async function makeFromFolder(
  { folder, entry, keyFile }: FromFolder,
  options: MakeOptions,
): Promise<MakeResult> {
  if (pathProblem(entry) !== null)
    throw wrongUsage('--entry must be a path inside DIR, with / as separator.');
  if (options.head.platform.startsWith('win32-') && !windowsEntry.test(entry))
    throw wrongUsage(
      `Windows cannot start ${entry} without a shell. --entry must be an .exe file, or a script of Node (.js, .cjs, .mjs) for loaders with "runner": "{node}".`,
    );
  const secrets: readonly Stats[] = [await lstat(keyFile)];
  const { files, emptyFolders } = await listProgramFiles(folder, secrets, options.say);
  if (!files.some(({ path }) => path === entry))
    throw new CliProblem(
      `There is no file ${entry} in ${folder}. --entry must be the file that loaders launch.`,
    );
  // Some file systems have no executable bit, but the entry needs it.
  const marked = files.map((file) =>
    file.path === entry ? { ...file, isExecutable: true } : file,
  );
  return { ...(await makeFromFiles(marked, entry, options)), emptyFolders };
}

interface FromFile {
  readonly file: string;
  readonly brand: Brand;
  /** SECURITY: the publisher key itself is refused. */
  readonly keyFile: string;
}

/** Makes a release of the loader. Removes the draft after a failure. Throws CliProblem. */
export async function makeFromFile(
  { file, brand, keyFile }: FromFile,
  options: MakeOptions,
): Promise<MakeResult> {
  const { version } = options.head;
  // Loaders compare the version with their own, so another one would be installed again and again.
  if (version !== brand.version)
    throw wrongUsage(`--version must be ${brand.version}, the version in brand.json.`);
  const listed = await listLoaderFile(file, [await lstat(keyFile)]);
  const problem = findLoaderContradiction({ ...options.head, entry: brand.id, files: [listed] });
  if (problem !== null) throw new CliProblem(`${file} cannot be released: ${problem}.`);
  return { ...(await makeFromFiles([listed], brand.id, options)), emptyFolders: 0 };
}

function makeFromFiles(
  files: readonly ProgramFile[],
  entry: string,
  options: MakeOptions,
): Promise<MadeManifest> {
  return withDraft(options, async (release) => {
    const all = files.reduce((sum, { size }) => sum + size, 0);
    const packed = await packFiles(files, {
      before: previousChunksOf(options),
      addChunk: release.addChunk,
      progress: (bytes) => options.progress(bytes, all),
      stop: options.stop,
    });
    return finish(release, { ...packed, entry }, options);
  });
}

/** Reuses the files and the entry of a release. Throws CliProblem unless `key` signed it. */
export async function makeFromRelease(
  old: StoredRelease,
  options: MakeOptions,
): Promise<MakeResult> {
  if (!options.key.hasSigned(old.bytes, old.signature))
    throw new CliProblem(`${old.folder} was not signed by this key, or was changed.`);
  const { entry, files, chunks } = old.manifest;
  const madeRelease = await withDraft(options, async (release) => {
    const all = chunks.reduce((sum, { stored }) => sum + stored, 0);
    let done = 0;
    for (const chunk of chunks) {
      if (options.stop.aborted) throw new CliProblem('Interrupted. Nothing was created.');
      const bytes = await storedChunk(old.folder, chunk);
      if (bytes === null) throw new CliProblem(`${old.folder} is damaged: a chunk is missing.`);
      await release.addChunk(chunk.storedSha256, bytes);
      options.progress((done += chunk.stored), all);
    }
    return finish(release, { files, chunks, entry, newStored: 0 }, options);
  });
  return { ...madeRelease, emptyFolders: 0 };
}

async function withDraft(
  { out }: MakeOptions,
  make: (release: NewRelease) => Promise<MadeManifest>,
): Promise<MadeManifest> {
  const release = await beginRelease(out);
  try {
    return await make(release);
  } catch (error) {
    await release.discard();
    throw error;
  }
}

/** Returns a lookup of the previous release's chunks, which are reused without compression. */
function previousChunksOf({
  previous,
  key,
}: MakeOptions): (sha256: string) => Promise<Stored | null> {
  // SECURITY: the chunks of a release signed by another key cannot be trusted.
  if (previous === null || !key.hasSigned(previous.bytes, previous.signature))
    return () => Promise.resolve(null);
  const known = new Map<string, ManifestChunk>();
  for (const chunk of previous.manifest.chunks) known.set(chunk.sha256, chunk);
  return async (sha256) => {
    const chunk = known.get(sha256);
    const bytes = chunk === undefined ? null : await storedChunk(previous.folder, chunk);
    return chunk === undefined || bytes === null ? null : { bytes, coding: chunk.coding };
  };
}

async function finish(
  release: NewRelease,
  { files, chunks, entry, newStored }: Packed & Pick<Manifest, 'entry'>,
  { head, sequence, key }: MakeOptions,
): Promise<MadeManifest> {
  const manifest: Manifest = { ...head, sequence, entry, files, chunks };
  const excess = findFileExcess(manifest);
  if (excess !== null)
    throw new CliProblem(
      `The manifest would be too large: ${excess}. Combine small files into one file that your program reads.`,
    );
  const problem = findContradiction(manifest);
  if (problem !== null) throw new Error(`The manifest contradicts itself: ${problem}`);
  const bytes = Buffer.from(manifestText(manifest));
  if (bytes.length > maxManifestBytes)
    throw new CliProblem(
      `The manifest would have more than ${maxManifestBytes / 1024 / 1024} MiB. Combine small files into one file that your program reads.`,
    );
  await release.finish(bytes, key.sign(bytes));
  return { manifest, manifestSha256: sha256Of(bytes), newStored };
}
