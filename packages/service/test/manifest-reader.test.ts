// The thread that reads manifests: its limits of memory and time, and whose turn it is.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Overloaded } from '../src/overloaded.ts';
import { ManifestReader } from '../src/storage/manifest-reader.ts';
import { unpackChunks } from '../src/storage/packed-chunks.ts';
import { smallManifest } from '../../../test/support/hostile-manifests.ts';

const owner = { name: 'App', ownerid: 'OWNER12345' };
const limits = { heapMib: 512, timeoutMs: 20_000 };
const load = (text: string | Uint8Array) => {
  const bytes = Buffer.from(text);
  const parts = [bytes.subarray(0, 10), bytes.subarray(10)];
  return { size: bytes.length, pieces: () => Readable.from(parts) };
};
const small = load(smallManifest(owner));

test('returns the facts of a manifest, and its stored chunks in parts', async () => {
  const read = await new ManifestReader(limits).read('one', load(smallManifest(owner, 5)));
  if (!read.ok) throw new Error(read.problem);
  expect(read.facts).toMatchObject({ ...owner, sequence: 1, size: 5, stored: 5, chunks: 5 });
  const parts = [...unpackChunks(read.chunks, 2)];
  expect(parts.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(parts.flat()[4]).toEqual({ sha256: '5'.padStart(64, '0'), size: 1 });
});

test('refuses a manifest that needs too much memory or time, and reads the next one', async () => {
  const reader = new ManifestReader({ ...limits, heapMib: 16 });
  const large = load(smallManifest(owner, 20_000));
  expect(await reader.read('one', large)).toEqual({
    ok: false,
    problem: 'reading it needs too much memory',
  });
  expect(await reader.read('another', small)).toMatchObject({ ok: true });
  const hurried = new ManifestReader({ ...limits, timeoutMs: 1 });
  expect(await hurried.read('one', large)).toEqual({
    ok: false,
    problem: 'reading it takes too long',
  });
});

test('refuses bytes that are not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from(smallManifest(owner)), Buffer.from([0xe9])]);
  const read = await new ManifestReader(limits).read('one', load(bytes));
  expect(read).toEqual({ ok: false, problem: 'it is not UTF-8' });
});

test('serves applications in turn, and drops the newest manifest of the busiest one', async () => {
  const reader = new ManifestReader(limits);
  const order: string[] = [];
  const read = (application: string) =>
    reader.read(application, small).then(
      () => order.push(application),
      (error: unknown) => order.push(error instanceof Overloaded ? 'refused' : 'failed'),
    );
  // One runs, 20 wait, and the last one finds the queue full.
  const busy = Array.from({ length: 22 }, () => read('busy'));
  await Promise.all([...busy, read('quiet')]);
  // The quiet application takes the place of the newest of the busy one.
  expect(order.filter((one) => one === 'refused')).toHaveLength(2);
  expect(order.filter((one) => one !== 'refused').indexOf('quiet')).toBeLessThanOrEqual(2);
});
