// Shared by the tests of an installed program: two releases, a folder, and a store that installs
// them there.
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ProgramStoreParts } from '../../src/main/adapters/delivery/program-store.ts';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { makeRelease, serveRelease, testKey } from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

export const key = testKey();
export const files = {
  'run.sh': '#!/bin/sh\n',
  'data/a': 'aaa '.repeat(50),
  'data/b': 'bbb',
  'c/d/e': '',
};
export const one = makeRelease(key, 1, files);
export const two = makeRelease(key, 2, { ...files, 'data/b': 'new' });

export async function bench(more: Partial<ProgramStoreParts> = {}) {
  const server = await serveRelease(one);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const at = (...names: string[]) => path.join(place.folder, ...names);
  const current = () =>
    Object.fromEntries(
      Object.entries(treeOf(at('current'))).map(([name, bytes]) => [name, bytes.toString()]),
    );
  return { server, place, store: plainStore(place, more), at, current };
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

export const install = async ({ store }: Awaited<ReturnType<typeof bench>>, release = one) => {
  expect(await store.install(release.offer, plainRun(release.offer))).toMatchObject({ ok: true });
};
