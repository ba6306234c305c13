// Release manifest that the publisher signs: schema, limits, canonical text and consistency checks
// (docs/protocol.md#release-manifest).
import { z } from 'zod';
import { numericUnixSeconds } from '../primitives.ts';
import { maxNotesLength, notesText, releaseFields } from './fields.ts';
import { findJsonExcess } from './json-limits.ts';
import { findLoaderContradiction } from './loader.ts';
import { findCollision, pathProblem } from './paths.ts';

export const maxManifestBytes = 16 * 1024 * 1024;
export const maxReleaseFiles = 30_000;
export const maxReleaseChunks = 60_000;
/** Maximum number of names in all paths: files, and each folder above each file. */
const maxReleaseNames = 500_000;
/** Maximum number of chunk indices in all files. Files and parts of files can share a chunk. */
const maxChunkUses = 200_000;
/** Maximum size of a chunk before compression. Stored chunks are never larger. */
export const maxChunkBytes = 4 * 1024 * 1024;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const index = z.number().int().min(0).max(maxReleaseChunks);

/** Stops at the first invalid item, because an error for each of 90 000 items takes seconds. */
function boundedArray<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(z.unknown())
    .max(max)
    .transform((given, context) => {
      const items: z.output<Item>[] = [];
      for (const [at, one] of given.entries()) {
        const parsed = item.safeParse(one);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          context.addIssue({ code: 'custom', path: [at, ...(issue?.path ?? [])] });
          return z.NEVER;
        }
        items.push(parsed.data);
      }
      return items;
    });
}

const file = z.object({
  /** Path relative to the program's folder, with `/` as separator. */
  path: z.string(),
  size,
  sha256: hash,
  executable: z.boolean(),
  /** Indices into the manifest's chunks, in the order of the file. */
  chunks: boundedArray(index, maxChunkUses),
});

const chunk = z.object({
  /** SHA-256 of the uncompressed bytes. */
  sha256: hash,
  size: z.number().int().min(1).max(maxChunkBytes),
  /** Download size in bytes. */
  stored: z.number().int().min(1).max(maxChunkBytes),
  storedSha256: hash,
  coding: z.enum(['br', 'none']),
});

const manifest = z.object({
  v: z.literal(1),
  kind: releaseFields.kind,
  name: z.string().min(1).max(200),
  ownerid: z.string().regex(/^[A-Za-z0-9]{10}$/),
  channel: releaseFields.channel,
  platform: releaseFields.platform,
  sequence: releaseFields.sequence,
  version: releaseFields.version,
  publishedAt: z.number().int().min(0).max(253_402_300_799).pipe(numericUnixSeconds),
  /** Of a program: the path of an executable file in `files`. Of a loader: the brand id. */
  entry: z.string(),
  args: boundedArray(z.string().max(1000), 50),
  notes: notesText(maxNotesLength),
  files: boundedArray(file, maxReleaseFiles).refine(({ length }) => length > 0),
  chunks: boundedArray(chunk, maxReleaseChunks),
});

export type Manifest = z.output<typeof manifest>;
export type ManifestFile = Manifest['files'][number];
export type ManifestChunk = Manifest['chunks'][number];

/** Content of the file `<manifest>.sig`. */
export const manifestSignature = z.object({
  keyid: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type ManifestSignature = z.output<typeof manifestSignature>;

/**
 * Returns the canonical text: compact JSON with the fields in the documented order, so that
 * equal manifests give equal bytes.
 */
export function manifestText(given: Manifest): string {
  const { v, kind, name, ownerid, channel, platform, sequence, version, publishedAt } = given;
  const head = { v, kind, name, ownerid, channel, platform, sequence, version, publishedAt };
  const files = given.files.map(({ path, size, sha256, executable, chunks }) => {
    return { path, size, sha256, executable, chunks };
  });
  const chunks = given.chunks.map(({ sha256, size, stored, storedSha256, coding }) => {
    return { sha256, size, stored, storedSha256, coding };
  });
  const { entry, args, notes } = given;
  return JSON.stringify({ ...head, entry, args, notes, files, chunks });
}

export type ManifestResult =
  | { readonly ok: true; readonly manifest: Manifest }
  /** The invalid field or the failed check, for logs and the publisher. */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses untrusted `text`. Unknown fields are ignored, unknown versions are refused. Time and memory
 * are bounded, but a large manifest still takes a second.
 */
export function readManifest(text: string): ManifestResult {
  const excess = text.length > maxManifestBytes ? 'it is too large' : findJsonExcess(text);
  if (excess !== null) return { ok: false, problem: excess };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  const fileExcess = findFileExcess(json);
  if (fileExcess !== null) return { ok: false, problem: fileExcess };
  const parsed = manifest.safeParse(json);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path ?? [];
    return { ok: false, problem: `"${path.map(String).join('.')}" is not valid` };
  }
  const problem = findContradiction(parsed.data);
  return problem === null ? { ok: true, manifest: parsed.data } : { ok: false, problem };
}

const countedFiles = z.object({ files: z.array(z.unknown()) });

/**
 * Returns the first exceeded limit on all files together, or null. Accepts unchecked JSON, because
 * checking millions of names and indices one by one takes seconds.
 */
export function findFileExcess(json: unknown): string | null {
  let names = 0;
  let uses = 0;
  for (const one of countedFiles.safeParse(json).data?.files ?? []) {
    const { path, chunks } = (one ?? {}) as Readonly<Record<string, unknown>>; // any value but null
    if (typeof path === 'string') names += countNames(path);
    if (Array.isArray(chunks)) uses += chunks.length;
  }
  if (names > maxReleaseNames) return `its paths have more than ${maxReleaseNames} names`;
  return uses > maxChunkUses ? `its files use chunks more than ${maxChunkUses} times` : null;
}

function countNames(path: string): number {
  let count = 1;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

/** Checks valid fields against each other. Returns the first contradiction, or null. */
export function findContradiction(manifest: Manifest): string | null {
  const { kind, entry, files, chunks } = manifest;
  const paths = files.map(({ path }) => path);
  // SECURITY: refuse paths that leave the program's folder, and different paths that are the same
  // file on some system.
  const bad = paths.find((path) => pathProblem(path) !== null);
  if (bad !== undefined)
    return `the path ${JSON.stringify(bad.slice(0, maxQuoted))} is not valid on every system`;
  const same = findCollision(paths);
  if (same !== null) return `the paths ${JSON.stringify(same)} are the same on some systems`;
  const unlikeLoader = kind === 'loader' ? findLoaderContradiction(manifest) : null;
  if (unlikeLoader !== null) return unlikeLoader;
  if (kind === 'program' && !files.some(({ path, executable }) => path === entry && executable))
    return 'the entry is not an executable file of the release';
  return findChunkContradiction(files, chunks);
}

/** Maximum number of characters of an invalid path that the message quotes. */
const maxQuoted = 100;

function findChunkContradiction(
  files: readonly ManifestFile[],
  chunks: readonly ManifestChunk[],
): string | null {
  if (new Set(chunks.map(({ sha256 }) => sha256)).size !== chunks.length)
    return 'it lists a chunk twice';
  const isInconsistent = chunks.some(({ coding, size, stored, sha256, storedSha256 }) =>
    coding === 'none' ? stored !== size || storedSha256 !== sha256 : stored >= size,
  );
  if (isInconsistent) return 'the sizes or hashes of a chunk contradict each other';
  const used = new Set<number>();
  for (const { path, size, chunks: indices } of files) {
    let sum = 0;
    for (const at of indices) {
      sum += chunks[at]?.size ?? Number.NaN;
      used.add(at);
    }
    if (sum !== size) return `the chunks of ${JSON.stringify(path)} do not add up to its size`;
  }
  return used.size === chunks.length ? null : 'it has a chunk that no file uses';
}
