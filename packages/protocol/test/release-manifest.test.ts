// Tests of the manifest parser: it reads valid manifests, ignores unknown fields, and refuses each
// contradiction that a manipulated manifest can have.
import { expect, test } from 'vitest';
import { manifestText, readManifest, type Manifest } from '../src/release/manifest.ts';
import { numericUnixSeconds } from '../src/primitives.ts';

const hash = (letter: string) => letter.repeat(64);

const right: Manifest = {
  v: 1,
  kind: 'program',
  name: 'App',
  ownerid: 'OWNER12345',
  channel: 'stable',
  platform: 'linux-x64',
  sequence: 3,
  version: '1.0',
  publishedAt: numericUnixSeconds.parse(1_800_000_000),
  entry: 'run',
  args: [],
  notes: 'One\n\tTwo',
  files: [
    { path: 'data', size: 5, sha256: hash('a'), executable: false, chunks: [0, 1] },
    { path: 'run', size: 3, sha256: hash('b'), executable: true, chunks: [1] },
  ],
  chunks: [
    { sha256: hash('c'), size: 2, stored: 1, storedSha256: hash('d'), coding: 'br' },
    { sha256: hash('e'), size: 3, stored: 3, storedSha256: hash('e'), coding: 'none' },
  ],
};
const [data, run] = right.files;
const [packed, plain] = right.chunks;

test('reads a written manifest back unchanged, and ignores unknown fields', () => {
  expect(readManifest(manifestText(right))).toEqual({ ok: true, manifest: right });
  const more = JSON.stringify({ ...JSON.parse(manifestText(right)), later: { x: 1 } });
  expect(readManifest(more)).toEqual({ ok: true, manifest: right });
  expect(manifestText({ ...right })).toBe(manifestText(right));
});

const wrong: readonly (readonly [string, object, string])[] = [
  ['an unknown version', { v: 2 }, '"v"'],
  ['an unknown kind', { kind: 'driver' }, '"kind"'],
  ['a sequence of 0', { sequence: 0 }, '"sequence"'],
  ['a sequence above 2^53 - 1', { sequence: 2 ** 53 }, '"sequence"'],
  ['a channel in upper case', { channel: 'Stable' }, '"channel"'],
  ['an unknown platform', { platform: 'linux' }, '"platform"'],
  ['notes with a control character', { notes: 'a\u001b[2J' }, '"notes"'],
  ['no files', { files: [] }, '"files"'],
  ['a path outside the folder', { files: [{ ...data, path: '../data' }, run] }, 'not valid'],
  ['a device name as path', { files: [{ ...data, path: 'nul' }, run] }, 'not valid'],
  ['a path twice', { files: [data, data, run] }, 'the same'],
  ['paths that differ in case only', { files: [data, { ...data, path: 'DATA' }, run] }, 'the same'],
  [
    'a file with the name of a folder',
    { files: [data, { ...data, path: 'data/x' }, run] },
    'the same',
  ],
  ['a missing entry', { entry: 'other' }, 'entry'],
  ['an entry that is not executable', { entry: 'data' }, 'entry'],
  [
    'a size that differs from the sum of its chunks',
    { files: [{ ...data, size: 6 }, run] },
    'size',
  ],
  ['a missing chunk', { files: [{ ...data, chunks: [0, 2] }, run] }, 'size'],
  ['a chunk that no file uses', { files: [run] }, 'no file uses'],
  ['a chunk twice', { chunks: [packed, { ...plain, sha256: hash('c') }] }, 'twice'],
  [
    'a chunk that is larger when stored',
    { chunks: [{ ...packed, stored: 2 }, plain] },
    'contradict',
  ],
  [
    'a plain chunk of another hash',
    { chunks: [packed, { ...plain, storedSha256: hash('f') }] },
    'contradict',
  ],
  [
    'a chunk that is too large',
    { chunks: [{ ...packed, size: 4_194_305 }, plain] },
    '"chunks.0.size"',
  ],
];

test.each(wrong)('a manifest is refused for %s', (_, change, problem) => {
  const read = readManifest(JSON.stringify({ ...right, ...change }));
  expect(read).toMatchObject({ ok: false });
  expect(read.ok ? '' : read.problem).toContain(problem);
});

const loader: Manifest = {
  ...right,
  kind: 'loader',
  version: '1.1.0',
  entry: 'tools.fjord.loader',
  files: [{ path: 'fjord.AppImage', size: 5, sha256: hash('a'), executable: true, chunks: [0, 1] }],
};
const [image] = loader.files;

test.each([
  ['linux-x64', 'fjord.AppImage'],
  ['win32-arm64', 'Fjord Tools Setup.exe'],
  ['darwin-arm64', 'fjord-1.1.0-mac-arm64.zip'],
])('reads the manifest of a loader for %s', (platform, path) => {
  const given = { ...loader, platform, files: [{ ...image, path }] };
  expect(readManifest(JSON.stringify(given))).toEqual({ ok: true, manifest: given });
});

const wrongLoaders: readonly (readonly [string, object, string])[] = [
  ['a file as entry', { entry: 'fjord.AppImage/x' }, 'brand id'],
  ['no brand id', { entry: '' }, 'brand id'],
  ['a brand id that is too long', { entry: `a.${'b'.repeat(99)}` }, 'brand id'],
  ['a version that is not three numbers', { version: '1.1' }, 'three numbers'],
  ['two files', { files: [image, { ...image, path: 'b.AppImage' }] }, 'exactly one file'],
  ['a file in a folder', { files: [{ ...image, path: 'a/b.AppImage' }] }, 'exactly one file'],
  ['a file of another system', { files: [{ ...image, path: 'b.exe' }] }, 'ends in .AppImage'],
  ['a file that is not installable', { files: [{ ...image, path: 'b.deb' }] }, '.AppImage'],
];

test.each(wrongLoaders)('the manifest of a loader is refused for %s', (_, change, problem) => {
  const read = readManifest(JSON.stringify({ ...loader, ...change }));
  expect(read.ok ? '' : read.problem).toContain(problem);
});

test('no manifest is valid both as a program and as a loader', () => {
  expect(readManifest(JSON.stringify({ ...loader, kind: 'program' })).ok).toBe(false);
  expect(readManifest(JSON.stringify({ ...right, kind: 'loader' })).ok).toBe(false);
});

test.each(['', '{', 'null', '[]', '3'])('refuses text that is not a manifest: %s', (text) => {
  expect(readManifest(text).ok).toBe(false);
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const withLater = (json: string) => manifestText(right).replace(/\}$/, `,"later":${json}}`);

test('accepts unknown fields up to 16 deep, and text that looks nested', () => {
  const text = JSON.stringify(`${'[{"'.repeat(50)}\\`);
  for (const later of [nested(15), text, `[${text},${text}]`])
    expect(readManifest(withLater(later))).toEqual({ ok: true, manifest: right });
  expect(readManifest(withLater(nested(16)))).toEqual({
    ok: false,
    problem: 'it is nested more than 16 deep',
  });
});

test('refuses more than 2 million values before it parses them', () => {
  const many = (count: number) => withLater(`[${'0,'.repeat(count)}0]`);
  expect(readManifest(many(1_990_000)).ok).toBe(true);
  // Without the limit, the parser would report a syntax error first.
  expect(readManifest(`${many(2_000_000)},`)).toEqual({
    ok: false,
    problem: 'it has more than 2000000 values',
  });
});

test('limits the names in all paths, and the indices in all files', () => {
  const files = (count: number, change: (index: number) => object) =>
    readManifest(
      JSON.stringify({
        ...right,
        files: [
          data,
          run,
          ...Array.from({ length: count }, (_, at) => ({ ...run, ...change(at) })),
        ],
      }),
    );
  const path = (depth: number) => (at: number) => ({ path: `${at}/${'a/'.repeat(depth - 2)}f` });
  expect(files(2000, path(190))).toMatchObject({ ok: true });
  expect(files(5000, path(101))).toEqual({
    ok: false,
    problem: 'its paths have more than 500000 names',
  });
  const uses = (count: number) => (at: number) => ({
    path: `f${at}`,
    size: 2 * count,
    chunks: Array.from({ length: count }, () => 0),
  });
  expect(files(10, uses(19_000)).ok).toBe(true);
  expect(files(10, uses(20_000))).toEqual({
    ok: false,
    problem: 'its files use chunks more than 200000 times',
  });
});

test('quotes only the start of an invalid path', () => {
  const long = readManifest(
    JSON.stringify({ ...right, files: [run, { ...data, path: ':'.repeat(1e6) }] }),
  );
  expect(long.ok ? '' : long.problem).toMatch(/^the path ":{100}" is not valid/);
});
