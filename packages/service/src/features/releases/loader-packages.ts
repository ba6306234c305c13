// Packages of the loader for browsers, which need one file instead of its chunks.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { z } from 'zod';
import type { Parts } from '../../api/call.ts';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';
import type { ApplicationFiles, StoredFiles } from '../../storage/stored-files.ts';
import { noFeatures, offerTo } from './releases.ts';

/** The channel that loaders follow unless their configuration names another one. */
const channel = 'stable';
/** Of some 5000 chunks. A larger manifest would delay other requests. */
const maxManifestBytes = 1024 * 1024;
const decompress = promisify(brotliDecompress);

/** The upload has checked everything else (protocol/release/manifest.ts). */
const manifest = z.object({
  files: z.tuple([
    z.object({
      path: z.string(),
      size: z.number(),
      sha256: z.string(),
      chunks: z.array(z.number()),
    }),
  ]),
  chunks: z.array(
    z.object({
      sha256: z.string(),
      size: z.number(),
      storedSha256: z.string(),
      coding: z.enum(['br', 'none']),
    }),
  ),
});
type Chunk = z.output<typeof manifest>['chunks'][number];

export interface PackageFile {
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
}

export interface LoaderPackage extends PackageFile {
  /** In the order of the file. */
  readonly chunks: readonly Chunk[];
}

type OfferedRelease = Pick<ReleaseRow, 'platform' | 'version' | 'manifestSha256'>;

/** Above this number, the oldest entry is evicted. */
const maxCached = 1000;
/** Files by application and manifest: reading a manifest can take 15 ms. */
const caches = new WeakMap<StoredFiles, Map<string, PackageFile>>();

/** Returns the newest package that the receiver is offered, for each system. */
export async function offeredPackages(
  { db, storedFiles }: Pick<Parts, 'db' | 'storedFiles'>,
  applicationId: string,
  receiverId: string,
): Promise<readonly (OfferedRelease & PackageFile)[]> {
  const platforms = await db
    .selectFrom('releases')
    .select('platform')
    .distinct()
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'loader')
    .where('channel', '=', channel)
    .where('publishedAt', 'is not', null)
    .orderBy('platform')
    .execute();
  const packages: (OfferedRelease & PackageFile)[] = [];
  for (const { platform } of platforms) {
    const line = { applicationId, kind: 'loader', channel, platform } as const;
    const { offered: release } = await offerTo(db, line, receiverId, noFeatures);
    const found = release && (await cachedFile(storedFiles, applicationId, release));
    if (found)
      packages.push({
        platform,
        version: release.version,
        manifestSha256: release.manifestSha256,
        ...found,
      });
  }
  return packages;
}

/** Returns the package of a ticket. Null if it was retracted, or if this machine lacks it. */
export async function packageOfManifest(
  { db, storedFiles }: { readonly db: Database } & Pick<Parts, 'storedFiles'>,
  applicationId: string,
  manifestSha256: string,
): Promise<LoaderPackage | null> {
  const release = await db
    .selectFrom('releases')
    .select(['manifestSha256', 'manifestSize'])
    .where('applicationId', '=', applicationId)
    .where('manifestSha256', '=', manifestSha256)
    // SECURITY: never a program, which needs a subscription.
    .where('kind', '=', 'loader')
    .where('publishedAt', 'is not', null)
    .where('retracted', '=', 0)
    .executeTakeFirst();
  return release === undefined ? null : packageOf(storedFiles.of(applicationId), release);
}

type ManifestRow = Pick<ReleaseRow, 'manifestSha256' | 'manifestSize'>;

async function cachedFile(
  storedFiles: StoredFiles,
  applicationId: string,
  release: ManifestRow,
): Promise<PackageFile | null> {
  const cache = caches.get(storedFiles) ?? new Map<string, PackageFile>();
  caches.set(storedFiles, cache);
  const key = `${applicationId}/${release.manifestSha256}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const found = await packageOf(storedFiles.of(applicationId), release);
  if (found === null) return null;
  const { fileName, size, sha256 } = found;
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(key, { fileName, size, sha256 });
  return { fileName, size, sha256 };
}

async function packageOf(
  files: ApplicationFiles,
  { manifestSha256, manifestSize }: ManifestRow,
): Promise<LoaderPackage | null> {
  if (manifestSize > maxManifestBytes) return null;
  const bytes = await readContent(files, manifestSha256);
  if (bytes === null) return null;
  const read = manifest.parse(JSON.parse(bytes.toString()));
  const { path: fileName, size, sha256, chunks } = read.files[0];
  const inOrder = chunks.flatMap((index) => read.chunks[index] ?? []);
  return { fileName, size, sha256, chunks: inOrder };
}

const partBytes = 64 * 1024;

/** Memory for a package that is being sent: a chunk, a part read, and one that waits for the socket. */
export function readAheadOf({ chunks }: LoaderPackage): number {
  return Math.max(0, ...chunks.map(({ size }) => size)) + 2 * partBytes;
}

/** Yields the bytes of the package, in parts. Throws if a chunk is missing or damaged. */
export async function* bytesOf(
  files: ApplicationFiles,
  { chunks }: LoaderPackage,
): AsyncGenerator<Buffer> {
  for (const { sha256, size, storedSha256, coding } of chunks) {
    const stored = await readContent(files, storedSha256);
    if (stored === null) throw new Error('A chunk of the loader is missing.');
    const bytes = coding === 'none' ? stored : await decompress(stored, { maxOutputLength: size });
    if (hashOf(bytes) !== sha256) throw new Error('A chunk of the loader is damaged.');
    // Copies, because a part in the socket would keep its whole chunk in memory.
    for (let at = 0; at < bytes.length; at += partBytes)
      yield Buffer.from(bytes.subarray(at, at + partBytes));
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readContent(files: ApplicationFiles, sha256: string): Promise<Buffer | null> {
  const opened = await files.open(sha256);
  if (opened === null) return null;
  try {
    return await opened.readAll();
  } finally {
    await opened.close();
  }
}
