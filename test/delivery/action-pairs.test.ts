// Every pair of actions on the program's folder. Afterwards the program can be launched, or the
// stated reason is true, in the same run of the loader and in the next one.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashesOf, testFolder, treeOf } from './delivery-parts.ts';
import { openBench } from './disk-bench.ts';
import { makeRelease, testKey, type MadeRelease } from './handmade-release.ts';

const key = testKey();
const files = { 'run.sh': '#!/bin/sh\n', 'data/a': 'aaa '.repeat(50), 'data/empty': '' };
const nothing = { ok: true, value: null };

/** One loader on a folder. `offered` is the release that the service offers. */
function openWalk() {
  const home = testFolder();
  let folder = path.join(home, 'program');
  let bench = openBench(key, folder);
  let offered = makeRelease(key, 1, files);
  let installed: MadeRelease | null = null;

  const publish = (): void => {
    const sequence = offered.manifest.sequence + 1;
    offered = makeRelease(key, sequence, { ...files, 'data/b': `new ${sequence}` });
  };
  const bring = async (release: MadeRelease): Promise<void> => {
    expect(await bench.install(release, folder)).toMatchObject({ ok: true });
    installed = release;
  };
  const actions = {
    install: () => bring(offered),
    update() {
      publish();
      return bring(offered);
    },
    async repair() {
      if (installed === null) return;
      writeFileSync(path.join(folder, 'current/data/a'), 'altered');
      await bring(installed);
    },
    async move() {
      const to = path.join(home, `moved from ${path.basename(folder)}`);
      const copied = await bench.work.copyTo(folder, to);
      expect(copied).toMatchObject({ ok: true });
      expect(await bench.work.removeMoved(folder, to)).toMatchObject({ ok: true });
      folder = to;
    },
    async uninstall() {
      expect(await bench.work.uninstall(folder)).toMatchObject({ ok: true });
      installed = null;
    },
    async cancel() {
      publish();
      const { offer, bytes, signature } = offered;
      expect(await bench.work.begin(folder, offer)).toMatchObject({ ok: true });
      await bench.work.admit({ manifest: bytes, signature });
      expect(await bench.work.assemble()).toMatchObject({ ok: true });
      await bench.work.end();
      expect(await bench.work.discard(folder)).toMatchObject({ ok: true });
    },
    restart() {
      bench = openBench(key, folder);
      return Promise.resolve();
    },
  };
  /** Compares what this loader and the next one report with the files on the disk. */
  const check = async (): Promise<void> => {
    const current = path.join(folder, 'current');
    expect(existsSync(current) ? hashesOf(treeOf(current)) : {}).toEqual(
      hashesOf(installed?.files ?? {}),
    );
    for (const { work } of [bench, openBench(key, folder)]) {
      const program: unknown =
        installed === null ? null : expect.objectContaining(factsOf(installed));
      expect(await work.installed(folder)).toEqual({ ok: true, value: program });
      expect(await work.begun(folder)).toEqual(nothing);
      expect(await work.ready(folder, 1000)).toMatchObject({
        value: {
          ready: installed === null ? { ok: false, reason: 'none' } : { ok: true, program },
        },
      });
    }
  };
  return { actions, check };
}

function factsOf({ offer: { version, sequence, manifestSha256 } }: MadeRelease) {
  return { version, sequence, manifestSha256 };
}

const names = ['install', 'update', 'repair', 'move', 'uninstall', 'cancel', 'restart'] as const;
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

test.each(pairs)(
  '%s, then %s leaves a program that starts or a true reason',
  { tags: 'many-calls' },
  async (...pair) => {
    for (const before of [['install'], ['install', 'uninstall']] as const) {
      const { actions, check } = openWalk();
      for (const name of [...before, ...pair]) await actions[name]();
      await check();
    }
  },
);
