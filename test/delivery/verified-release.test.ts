// Accepts only releases that a pinned publisher key signed for this application, channel and
// platform, and never an older one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlan } from '../../src/main/adapters/delivery/assembly.ts';
import { requiredSpace } from '../../src/main/adapters/delivery/disk.ts';
import { nextStep, type ExistingTrees } from '../../src/main/adapters/delivery/swap.ts';
import {
  createReleaseVerifier,
  highestOf,
  checkSequence,
} from '../../src/main/core/delivery/verified-release.ts';
import { manifestText, type Manifest } from '@latchkey/protocol/release/manifest.ts';
import {
  application,
  brandId,
  makeLoaderRelease,
  makeRelease,
  sha256,
  signedRelease,
  testKey,
} from './handmade-release.ts';

const key = testKey();
const line = { ...application, channel: 'stable', platform: 'linux-x64' };
const judge = createReleaseVerifier([testKey().publicKey, key.publicKey], line);
const files = { 'run.sh': 'run', 'a/b': 'text '.repeat(100), empty: '' };
const made = makeRelease(key, 5, files);

/** Verifies these bytes as if the service's answer named their hash. */
const judged = (bytes: Buffer, signature: Buffer, by = judge) =>
  by.verify(bytes, signature, sha256(bytes));
const resigned = (manifest: object, by = key) => {
  const { bytes, signature } = signedRelease(
    by,
    Buffer.from(JSON.stringify(manifest)),
    made.manifest,
  );
  return judged(bytes, signature);
};

test('a release signed by the publisher is accepted, and its release line is returned', () => {
  const release = judged(made.bytes, made.signature);
  expect(release?.manifest).toEqual(made.manifest);
  const keyid = sha256(Buffer.from(key.publicKey, 'hex')).slice(0, 16);
  expect(release?.line).toBe(`${keyid} program stable linux-x64`);
  // Unknown fields of a later version are accepted.
  expect(resigned({ ...made.manifest, more: 1 })?.manifest).toEqual(made.manifest);
});

test("releases signed by any key other than the publisher's are refused", () => {
  const thief = makeRelease(testKey(), 6, files);
  expect(judged(thief.bytes, thief.signature)).toBeNull();
  const other = makeRelease(key, 6, files);
  expect(judged(made.bytes, other.signature)).toBeNull();
  const named = JSON.parse(thief.signature.toString()) as { signature: string };
  const { keyid } = JSON.parse(made.signature.toString()) as { keyid: string };
  expect(judged(thief.bytes, Buffer.from(JSON.stringify({ ...named, keyid })))).toBeNull();
  for (const text of ['', '{}', 'null', '[]', '{"keyid":1}', '\u0000'])
    expect(judged(made.bytes, Buffer.from(text))).toBeNull();
  expect(
    createReleaseVerifier([], line).verify(made.bytes, made.signature, sha256(made.bytes)),
  ).toBeNull();
});

test('a signature over the bytes without their prefix is refused', () => {
  const bare = signedRelease(key, Buffer.from(manifestText(made.manifest).slice(1)), made.manifest);
  expect(judged(made.bytes, bare.signature)).toBeNull();
});

test('a change of any bit is refused', () => {
  fc.assert(
    fc.property(fc.nat(made.bytes.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const bytes = Buffer.from(made.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      expect(judged(bytes, made.signature)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test.each<[string, Partial<Manifest>]>([
  ['application', { name: 'Other' }],
  ['owner', { ownerid: 'OTHER12345' }],
  ['platform', { platform: 'win32-x64' }],
  ['channel', { channel: 'beta' }],
])('a manifest of another %s is refused even if signed', (_what, change) => {
  const other = makeRelease(key, 5, files, change);
  expect(judged(other.bytes, other.signature)).toBeNull();
});

const loader = makeLoaderRelease(key, 5, 'the loader');
const loaderJudge = createReleaseVerifier([testKey().publicKey, key.publicKey], {
  ...line,
  brandId,
});

test('a signed loader is not accepted as a program, nor a signed program as a loader', () => {
  expect(judged(loader.bytes, loader.signature)).toBeNull();
  expect(judged(made.bytes, made.signature, loaderJudge)).toBeNull();
  // The controls: each is accepted as its own kind.
  expect(judged(made.bytes, made.signature)?.manifest.kind).toBe('program');
  const release = judged(loader.bytes, loader.signature, loaderJudge);
  expect(release?.manifest).toEqual(loader.manifest);
  expect(release?.line).toMatch(/^[0-9a-f]{16} loader stable linux-x64$/);
  expect(release?.lines).toHaveLength(2);
});

test.each<[string, Partial<Manifest>]>([
  ['brand', { entry: 'tools.other.loader' }],
  ['case of the brand', { entry: brandId.toUpperCase() }],
  ['application', { name: 'Other' }],
  ['owner', { ownerid: 'OTHER12345' }],
  ['platform', { platform: 'linux-arm64' }],
  ['channel', { channel: 'beta' }],
])('a loader of another %s is refused even if signed', (_what, change) => {
  const other = makeLoaderRelease(key, 5, 'the loader', change);
  expect(judged(other.bytes, other.signature, loaderJudge)).toBeNull();
});

test('a loader signed by any other key is refused', () => {
  const thief = makeLoaderRelease(testKey(), 6, 'the loader');
  expect(judged(thief.bytes, thief.signature, loaderJudge)).toBeNull();
  expect(judged(loader.bytes, thief.signature, loaderJudge)).toBeNull();
});

test('refuses a signed manifest whose hash differs from the answer', () => {
  const old = makeRelease(key, 4, files);
  expect(judge.verify(old.bytes, old.signature, sha256(made.bytes))).toBeNull();
  expect(judge.verify(made.bytes, made.signature, sha256(made.bytes))).not.toBeNull();
});

test('unknown versions, oversized, non-text and contradictory manifests are refused', () => {
  const { manifest } = made;
  expect(resigned({ ...manifest, v: 2 })).toBeNull();
  expect(resigned({ ...manifest, files: [] })).toBeNull();
  expect(resigned({ ...manifest, entry: 'a/b' })).toBeNull();
  expect(resigned({ ...manifest, chunks: [...manifest.chunks].reverse() })).toBeNull();
  expect(resigned({ ...manifest, padding: 'x'.repeat(16 * 1024 * 1024) })).toBeNull();
  expect(resigned({ ...manifest, padding: 'x'.repeat(1024 * 1024) })).not.toBeNull();
  const broken = Buffer.from(made.bytes);
  const text = signedRelease(key, Buffer.concat([broken, Buffer.from([0xff])]), manifest);
  expect(judged(text.bytes, text.signature)).toBeNull();
});

test('200 generated paths that are ambiguous or outside the folder are refused', () => {
  const name = fc.constantFrom('a', 'data', 'x.txt');
  const trick = fc.oneof(
    fc.constantFrom('/etc/passwd', 'C:/x', 'c:x', '\\\\host\\share', '//host/share', '', '.', '..'),
    fc.tuple(name, name).map(([one, two]) => `${one}/../../${two}`),
    fc.tuple(name, name).map(([one, two]) => `${one}\\..\\${two}`),
    name.map((one) => `../${one}`),
    name.map((one) => `${one}/..`),
    name.map((one) => `./${one}`),
    name.map((one) => `${one}//x`),
    name.map((one) => `${one}/`),
    name.map((one) => `${one}.`),
    name.map((one) => `${one} /x`),
    name.map((one) => `${one}\u0000`),
    name.map((one) => `${one}\u202egpj.exe`),
    name.map((one) => `${one}:stream`),
    fc.constantFrom('nul', 'CON.txt', 'a/com1', 'LPT9.log', 'Aux', 'prn .x').map((one) => one),
    fc.constantFrom('RUN.SH', 'Run.sh', 'run.sh/x'),
    name.map((one) => `${one}/${'y'.repeat(400)}`),
  );
  let tried = 0;
  fc.assert(
    fc.property(trick, (path) => {
      tried += 1;
      const [first, second, ...rest] = made.manifest.files;
      const changed = [first, { ...second, path }, ...rest];
      expect(resigned({ ...made.manifest, files: changed })).toBeNull();
    }),
    { numRuns: 200 },
  );
  expect(tried).toBeGreaterThanOrEqual(200);
});

test('sequences increase, by a million at most, from any start', () => {
  expect(checkSequence(1, null)).toBe('accepted');
  expect(checkSequence(2 ** 53 - 1, null)).toBe('accepted');
  expect(checkSequence(7, 7)).toBe('accepted');
  expect(checkSequence(6, 7)).toBe('older');
  expect(checkSequence(1_000_007, 7)).toBe('accepted');
  expect(checkSequence(1_000_008, 7)).toBe('too-far');
  expect([highestOf([]), highestOf([null, undefined]), highestOf([3, null, 4, 2])]).toEqual([
    null,
    null,
    4,
  ]);
});

test('a chunk that several files need is downloaded once and written to each of them', () => {
  const { manifest } = makeRelease(key, 1, { 'run.sh': 'same', b: 'same', c: 'other' });
  const plan = createPlan(manifest);
  expect(plan.size).toBe(2);
  expect(plan.get(0)?.map(({ file }) => file.path)).toEqual(['run.sh', 'b']);
  expect(requiredSpace(10, manifest.files)).toBe(Math.ceil(15 * 1.1));
  expect(requiredSpace(0, manifest.files)).toBe(0);
});

test('a swap that resumes from any state ends with the recorded release', () => {
  const both = [true, false];
  for (const next of both)
    for (const current of both)
      for (const previous of both) {
        let seen: ExistingTrees = { next, current, previous };
        const steps: string[] = [];
        for (let count = 0; count < 10; count += 1) {
          const step = nextStep(seen);
          steps.push(step);
          if (step === 'remove-previous') seen = { ...seen, previous: false };
          else if (step === 'keep-current') seen = { ...seen, current: false, previous: true };
          else if (step === 'place-next') seen = { ...seen, next: false, current: true };
          else break;
        }
        const last = steps.at(-1);
        // Records the new release if it exists, else what is left of the old one.
        expect([seen, last]).toEqual([
          next || current
            ? { next: false, current: true, previous: (next && current) || previous }
            : seen,
          next || current ? 'record' : previous ? 'restore-previous' : 'record-nothing',
        ]);
      }
});
