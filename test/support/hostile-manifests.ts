// Builds manifests that cost a reader much time or memory, and the largest valid one.

export interface ManifestOwner {
  readonly name: string;
  readonly ownerid: string;
}

interface ManifestParts {
  readonly files: readonly unknown[];
  readonly chunks?: readonly unknown[];
  /** JSON of a field that the schema does not know. */
  readonly later?: string;
}

const hash = (index: number) => index.toString(16).padStart(64, '0');
const chunk = { sha256: hash(1), size: 1, stored: 1, storedSha256: hash(1), coding: 'none' };
const fileOf = (path: string, chunks: readonly number[] = [0]) => {
  return { path, size: chunks.length, sha256: hash(2), executable: true, chunks };
};

function textOf(
  { name, ownerid }: ManifestOwner,
  { files, chunks = [chunk], later = 'null' }: ManifestParts,
): string {
  const head = { v: 1, kind: 'program', name, ownerid, channel: 'stable', platform: 'linux-x64' };
  const about = { sequence: 1, version: '1.0', publishedAt: 1_800_000_000, entry: 'run', args: [] };
  const all = JSON.stringify({ ...head, ...about, notes: '', files, chunks });
  return `${all.slice(0, -1)},"later":${later}}`;
}

function many<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const run = fileOf('run');

/** A manifest with one file of `count` bytes and chunks. */
export function smallManifest(owner: ManifestOwner, count = 1): string {
  const chunks = many(count, (at) => ({
    ...chunk,
    sha256: hash(at + 1),
    storedSha256: hash(at + 1),
  }));
  return textOf(owner, {
    files: [
      fileOf(
        'run',
        many(count, (at) => at),
      ),
    ],
    chunks,
  });
}

/** Returns a different path of `depth` folders for each `index`. */
const deepPath = (index: number, depth: number) => `${index}/${'a/'.repeat(depth - 1)}f`;

/** 30 000 files and 60 000 chunks, almost 16 MiB. */
export function largestManifest(owner: ManifestOwner): string {
  const chunks = many(60_000, (index) => ({
    ...chunk,
    sha256: hash(index),
    storedSha256: hash(index),
  }));
  const files = many(30_000, (index) => {
    const path = index === 0 ? 'run' : `bin/${index % 100}/${index}`;
    return fileOf(path, [2 * index, 2 * index + 1]);
  });
  return textOf(owner, { files, chunks });
}

/** Manifests that have blocked a service, and similar ones. */
export const hostileManifests: Readonly<Record<string, (owner: ManifestOwner) => string>> = {
  'paths of 190 folders': (owner) =>
    textOf(owner, { files: [run, ...many(29_500, (index) => fileOf(deepPath(index, 190)))] }),
  'long paths': (owner) =>
    textOf(owner, {
      files: [run, ...many(22_000, (index) => fileOf(`${index}/${'ab/'.repeat(125)}f`))],
    }),
  'indices of one file': (owner) =>
    textOf(owner, {
      files: [
        fileOf(
          'run',
          many(2_000_000, () => 0),
        ),
      ],
    }),
  'wrong indices': (owner) =>
    textOf(owner, {
      files: [
        fileOf(
          'run',
          many(2_000_000, () => -1),
        ),
      ],
    }),
  'nested arrays': (owner) =>
    textOf(owner, { files: [run], later: `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}` }),
  'nested objects': (owner) =>
    textOf(owner, { files: [run], later: `${'{"a":'.repeat(2_000_000)}0${'}'.repeat(2_000_000)}` }),
  'flat arrays': (owner) =>
    textOf(owner, { files: [run], later: `[${many(5_000_000, () => '[]').join(',')}]` }),
  'many keys': (owner) =>
    textOf(owner, { files: [run], later: `{${many(1_200_000, (at) => `"${at}":0`).join(',')}}` }),
  'wrong files': (owner) => textOf(owner, { files: many(900_000, () => 0) }),
  'wrong chunks': (owner) => textOf(owner, { files: [run], chunks: many(900_000, () => []) }),
  'empty files and chunks': (owner) =>
    textOf(owner, { files: many(30_000, () => ({})), chunks: many(60_000, () => ({})) }),
  'deepest folders': (owner) =>
    textOf(owner, { files: [run, ...many(29_000, (index) => fileOf(deepPath(index, 15)))] }),
  'combining marks': (owner) =>
    textOf(owner, {
      files: [run, ...many(29_000, (index) => fileOf(`${index}/${'\u0316\u0301'.repeat(63)}`))],
    }),
  'many wrong indices': (owner) =>
    textOf(owner, {
      files: [
        fileOf(
          'run',
          many(200_000, () => -1),
        ),
      ],
    }),
  'many wrong arguments': (owner) =>
    textOf(owner, { files: [run] }).replace('"args":[]', `"args":[${'0,'.repeat(1_900_000)}0]`),
  'a path of 15 MB': (owner) => textOf(owner, { files: [fileOf('/'.repeat(15_000_000))] }),
  'open brackets': () => '['.repeat(16_000_000),
};
