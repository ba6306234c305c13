// Reads and writes releases on disk: `manifest.json`, `manifest.json.sig`, `chunks/<storedSha256>`.
// A release is written to a draft folder and renamed, so it is always complete.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  manifestSignature,
  maxManifestBytes,
  readManifest,
  type Manifest,
  type ManifestChunk,
  type ManifestSignature,
} from '@latchkey/protocol/release/manifest.ts';
import { CliProblem, errorCode } from '../problem.ts';
import { textOfBytes } from '../text-file.ts';

export interface StoredRelease {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly bytes: Uint8Array;
  readonly signature: ManifestSignature;
}

/** Does not check the signature. Throws CliProblem if the folder is not a release. */
export async function readRelease(folder: string): Promise<StoredRelease> {
  const file = join(folder, 'manifest.json');
  try {
    if ((await stat(file)).size > maxManifestBytes) throw new CliProblem(`${file} is too large.`);
    const bytes = await readFile(file);
    const readSignature: unknown = JSON.parse(
      textOfBytes(await readFile(`${file}.sig`), `${file}.sig`),
    );
    const read = readManifest(textOfBytes(bytes, file));
    if (!read.ok) throw new CliProblem(`${file} cannot be used: ${read.problem}.`);
    const signature = manifestSignature.safeParse(readSignature);
    if (!signature.success) throw new CliProblem(`${file}.sig is not a signature.`);
    return { folder, manifest: read.manifest, bytes, signature: signature.data };
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    if (error instanceof SyntaxError) throw new CliProblem(`${file}.sig is not a signature.`);
    throw new CliProblem(`${folder} is not a release (${errorCode(error)}).`);
  }
}

/** Returns the stored bytes of a chunk, or null if the file is missing or damaged. */
export async function storedChunk(
  folder: string,
  { storedSha256, stored }: Pick<ManifestChunk, 'storedSha256' | 'stored'>,
): Promise<Buffer | null> {
  try {
    const bytes = await readFile(join(folder, 'chunks', storedSha256));
    return bytes.length === stored && sha256Of(bytes) === storedSha256 ? bytes : null;
  } catch {
    return null;
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface NewRelease {
  readonly addChunk: (storedSha256: string, bytes: Uint8Array) => Promise<void>;
  readonly finish: (manifest: Uint8Array, signature: ManifestSignature) => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** Throws CliProblem if `folder` exists, because nothing is overwritten. */
export async function beginRelease(folder: string): Promise<NewRelease> {
  const target = resolve(folder);
  if (await exists(target))
    throw new CliProblem(`${folder} already exists, and nothing is overwritten.`);
  // A run that was killed leaves its draft.
  const draft = join(dirname(target), `.${basename(target)}.latchkey-draft`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'chunks'), { recursive: true });
  return {
    addChunk: (storedSha256, bytes) => writeFile(join(draft, 'chunks', storedSha256), bytes),
    async finish(manifest, signature) {
      await writeDurably(join(draft, 'manifest.json.sig'), `${JSON.stringify(signature)}\n`);
      await writeDurably(join(draft, 'manifest.json'), manifest);
      await rename(draft, target);
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

async function exists(target: string): Promise<boolean> {
  try {
    await stat(target);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw new CliProblem(`${target} cannot be used (${errorCode(error)}).`);
  }
}

async function writeDurably(file: string, bytes: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
