// Reading a manifest: what is right is read, unknown fields are ignored, and each thing that contradicts itself is refused, as
// it would be after somebody else has written it.
import { expect, test } from 'vitest';
import { manifestText, readManifest, type Manifest } from '../src/release/manifest.ts';
import { numberOfUnixSeconds } from '../src/primitives.ts';

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
  publishedAt: numberOfUnixSeconds.parse(1_800_000_000),
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

test('a manifest is read as it was written, and what is new in it is ignored', () => {
  expect(readManifest(manifestText(right))).toEqual({ ok: true, manifest: right });
  const more = JSON.stringify({ ...JSON.parse(manifestText(right)), later: { x: 1 } });
  expect(readManifest(more)).toEqual({ ok: true, manifest: right });
  expect(manifestText({ ...right })).toBe(manifestText(right));
});

const wrong: readonly (readonly [string, object, string])[] = [
  ['another version', { v: 2 }, '"v"'],
  ['another kind', { kind: 'driver' }, '"kind"'],
  ['a sequence of 0', { sequence: 0 }, '"sequence"'],
  ['a sequence that is no number', { sequence: 2 ** 53 }, '"sequence"'],
  ['a channel with capitals', { channel: 'Stable' }, '"channel"'],
  ['a platform that is none', { platform: 'linux' }, '"platform"'],
  ['notes with a control character', { notes: 'a\u001b[2J' }, '"notes"'],
  ['no files', { files: [] }, '"files"'],
  ['a path that leads out', { files: [{ ...data, path: '../data' }, run] }, 'not possible'],
  ['a path that is a device', { files: [{ ...data, path: 'nul' }, run] }, 'not possible'],
  ['a path twice', { files: [data, data, run] }, 'one path'],
  ['a path in two cases', { files: [data, { ...data, path: 'DATA' }, run] }, 'one path'],
  ['a file where a folder is', { files: [data, { ...data, path: 'data/x' }, run] }, 'one path'],
  ['an entry that is not there', { entry: 'other' }, 'entry'],
  ['an entry that cannot be started', { entry: 'data' }, 'entry'],
  ['a size that chunks do not make up', { files: [{ ...data, size: 6 }, run] }, 'size'],
  ['a chunk that is not there', { files: [{ ...data, chunks: [0, 2] }, run] }, 'size'],
  ['a chunk that nobody needs', { files: [run] }, 'no file needs'],
  ['a chunk twice', { chunks: [packed, { ...plain, sha256: hash('c') }] }, 'twice'],
  ['a chunk that grew', { chunks: [{ ...packed, stored: 2 }, plain] }, 'go together'],
  [
    'a plain chunk of another hash',
    { chunks: [packed, { ...plain, storedSha256: hash('f') }] },
    'go together',
  ],
  [
    'a chunk that is too large',
    { chunks: [{ ...packed, size: 4_194_305 }, plain] },
    '"chunks.0.size"',
  ],
];

test.each(wrong)('refused: %s', (_, change, problem) => {
  const read = readManifest(JSON.stringify({ ...right, ...change }));
  expect(read).toMatchObject({ ok: false });
  expect(read.ok ? '' : read.problem).toContain(problem);
});

test.each(['', '{', 'null', '[]', '3'])('what is no manifest at all is refused: %s', (text) => {
  expect(readManifest(text).ok).toBe(false);
});
