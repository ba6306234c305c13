// Tests the manifest parser with the largest valid manifest, and with manifests that once stopped a
// service.
import { expect, test } from 'vitest';
import { readManifest } from '@latchkey/protocol/release/manifest.ts';
import { hostileManifests, largestManifest } from '../support/hostile-manifests.ts';

const owner = { name: 'App', ownerid: 'OWNER12345' };

test('accepts 30 000 files and 60 000 chunks', () => {
  const read = readManifest(largestManifest(owner));
  expect(read.ok ? [read.manifest.files.length, read.manifest.chunks.length] : read).toEqual([
    30_000, 60_000,
  ]);
});

const accepted: readonly string[] = ['deepest folders', 'combining marks'];

test.each(Object.entries(hostileManifests))('survives %s', (name, make) => {
  const read = readManifest(make(owner));
  expect(read.ok, read.ok ? '' : read.problem).toBe(accepted.includes(name));
  if (!read.ok) expect(read.problem.length).toBeLessThan(200);
});
