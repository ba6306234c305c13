// Release manifest that the publisher signs: schema, limits, canonical text and consistency checks
// (docs/protocol.md#release-manifest).
import { z } from 'zod';
import { numericUnixSeconds } from '../primitives.ts';
import { maxNotesLength, notesText, releaseFields } from './fields.ts';
import { findCollision, pathProblem } from './paths.ts';

export const maxManifestBytes = 16 * 1024 * 1024;
export const maxReleaseFiles = 30_000;
export const maxReleaseChunks = 60_000;
/** Maximum size of a chunk before compression. Stored chunks are never larger. */
export const maxChunkBytes = 4 * 1024 * 1024;
/** Prefix of the signed bytes. No signature of other data is valid for a manifest. */
export const releaseSignaturePrefix = 'latchkey-release-v1\n';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const index = z.number().int().min(0).max(maxReleaseChunks);

const file = z.object({
  /** Path relative to the program's folder, with `/` as separator. */
  path: z.string(),
  size,
  sha256: hash,
  executable: z.boolean(),
  /** Indices into the manifest's chunks, in the order of the file. */
  chunks: z.array(index),
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
  /** Path of an executable file in `files`. */
  entry: z.string(),
  args: z.array(z.string().max(1000)).max(50),
  notes: notesText(maxNotesLength),
  files: z.array(file).min(1).max(maxReleaseFiles),
  chunks: z.array(chunk).max(maxReleaseChunks),
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

/** Parses untrusted `text`. Unknown fields are ignored, unknown versions are refused. */
export function readManifest(text: string): ManifestResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  const parsed = manifest.safeParse(json);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path ?? [];
    return { ok: false, problem: `"${path.map(String).join('.')}" is not valid` };
  }
  const problem = findContradiction(parsed.data);
  return problem === null ? { ok: true, manifest: parsed.data } : { ok: false, problem };
}

/** Checks valid fields against each other. Returns the first contradiction, or null. */
export function findContradiction({ entry, files, chunks }: Manifest): string | null {
  const paths = files.map(({ path }) => path);
  // SECURITY: refuse paths that leave the program's folder, and different paths that are the same
  // file on some system.
  const bad = paths.find((path) => pathProblem(path) !== null);
  if (bad !== undefined) return `the path ${JSON.stringify(bad)} is not valid on every system`;
  const same = findCollision(paths);
  if (same !== null) return `the paths ${JSON.stringify(same)} are the same on some systems`;
  if (!files.some(({ path, executable }) => path === entry && executable))
    return 'the entry is not an executable file of the release';
  return findChunkContradiction(files, chunks);
}

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
