// Installs and updates a program from the real service, with releases that the command line made
// and pushed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { InstallPhase } from '../../src/main/core/delivery/ports.ts';
import { noise } from '../support/noise.ts';
import { type Files } from '../support/release.ts';
import { deliveryWorker, fetchedOf, hashesOf, openShop, treeOf } from './delivery-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const first: Files = {
  'run.sh': '#!/bin/sh\necho one\n',
  'data/empty': '',
  'data/text': 'text '.repeat(90_000),
  'data/large.bin': noise(3_000_000, 3),
  'data/again.bin': noise(3_000_000, 3),
  'deep/er/note': 'a note',
};

test('a first installation equals the released folder and can be started', async () => {
  const { publish, offer, store, root, run } = await openShop();
  const release = await publish(3, first);
  const messages: [number, number | null, InstallPhase][] = [];
  const programs = await store();
  expect(await programs.installed()).toBeNull();
  expect(await programs.ready()).toEqual({ ok: false, reason: 'none' });
  const installing = await programs.install(
    await offer(),
    run({ progress: (...one) => void messages.push(one) }),
  );
  const manifest = readFileSync(path.join(release, 'manifest.json'));
  const program = {
    version: '1.3',
    sequence: 3,
    manifestSha256: createHash('sha256').update(manifest).digest('hex'),
    sizeBytes: Object.values(first).reduce((sum, content) => sum + content.length, 0),
  };
  const stored = readdirSync(path.join(release, 'chunks')).reduce(
    (sum, name) => sum + statSync(path.join(release, 'chunks', name)).size,
    0,
  );
  expect(installing).toEqual({ ok: true, program, fetchedBytes: stored });
  expect(hashesOf(treeOf(path.join(root, 'current')))).toEqual(hashesOf(first));
  expect(await programs.installed()).toEqual(program);
  expect(await programs.ready()).toEqual({
    ok: true,
    program,
    file: path.join(root, 'current/run.sh'),
    sha256: hashesOf(first)['run.sh'],
    args: [],
    workingFolder: path.join(root, '../data'),
  });
  expect(statSync(path.join(root, '../data')).isDirectory()).toBe(true);
  expect(messages.filter(([, , phase]) => phase === 'fetching').at(-1)).toEqual([
    stored,
    stored,
    'fetching',
  ]);
  expect(messages.at(-1)).toEqual([program.sizeBytes, program.sizeBytes, 'verifying']);
  // No temporary files remain.
  expect(readdirSync(root).sort()).toEqual(['current']);
});

test('an installed entry is executable', { tags: 'modes' }, async () => {
  const { publish, offer, store, root, run } = await openShop();
  await publish(1, { 'run.sh': '#!/bin/sh\n' });
  await (await store()).install(await offer(), run());
  expect(statSync(path.join(root, 'current/run.sh')).mode & 0o777).toBe(0o755);
});

test('an update downloads only changed chunks and keeps the previous version', async () => {
  const { publish, offer, store, root, run } = await openShop();
  await publish(1, first);
  const programs = await store();
  await programs.install(await offer(), run());
  const large = noise(3_000_000, 3);
  const second: Files = {
    ...first,
    'data/text': 'another text',
    'data/large.bin': Buffer.concat([
      large.subarray(0, 1_000_001),
      Buffer.from('between'),
      large.subarray(1_000_001),
    ]),
    'new/file': 'new',
  };
  const release = await publish(2, second);
  const offered = await offer();
  const announcedBytes = await programs.downloadSize(offered, new AbortController().signal);
  const installing = await programs.install(offered, run());
  expect(installing).toMatchObject({ ok: true, program: { version: '1.2', sequence: 2 } });
  expect(announcedBytes).toBe(fetchedOf(installing));
  expect(announcedBytes).toBeLessThan(offered.stored);
  const known = new Set(readdirSync(path.join(release, 'chunks')));
  expect(fetchedOf(installing)).toBeGreaterThan(0);
  expect(fetchedOf(installing)).toBeLessThan(2_500_000);
  expect(known.size).toBeGreaterThan(3);
  expect(hashesOf(treeOf(path.join(root, 'current')))).toEqual(hashesOf(second));
  expect(hashesOf(treeOf(path.join(root, 'previous')))).toEqual(hashesOf(first));
  expect(existsSync(path.join(root, 'next'))).toBe(false);
  // The next start of the loader finds the same program.
  const again = await store();
  expect(await again.installed()).toMatchObject({ version: '1.2' });
  expect(await again.ready()).toMatchObject({ ok: true, program: { sequence: 2 } });
});
