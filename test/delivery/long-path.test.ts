// Paths that are too long for a program on Windows are refused before anything is written there.
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openBench } from './disk-bench.ts';
import { testFolder } from './delivery-parts.ts';
import { makeRelease, testKey } from './handmade-release.ts';

const key = testKey();
const one = makeRelease(key, 1, { 'run.sh': 'one', 'data/a': 'a' });

/** Returns a missing folder below which the entry has a path of `length` characters. */
function folderFor(length: number): string {
  const place = testFolder();
  const rest = length - path.join(place, 'x', 'p', 'current', 'run.sh').length;
  const above = path.join(place, 'x'.repeat(rest + 1));
  fs.mkdirSync(above);
  return path.join(above, 'p');
}

test.each([
  [259, true],
  [260, false],
])('on Windows, an entry with %i characters can be installed: %s', async (length, ok) => {
  const { folder, now, install } = openBench(key, folderFor(length));
  now.system = 'win32';
  const problem = { ok: false, problem: { kind: 'path-too-long', folder } };
  expect(await install(one)).toMatchObject(ok ? { ok } : problem);
  expect(fs.existsSync(path.join(folder, 'next'))).toBe(false);
});

test('other systems start programs with longer paths', { tags: 'linux' }, async () => {
  expect(await openBench(key, folderFor(260)).install(one)).toMatchObject({ ok: true });
});

test('moving to a path that is too long leaves the program', async () => {
  const { folder, now, work, install } = openBench(key);
  now.system = 'win32';
  expect(await install(one)).toMatchObject({ ok: true });
  const to = folderFor(260);
  expect(await work.copyTo(folder, to)).toEqual({
    ok: false,
    problem: { kind: 'path-too-long', folder: to },
  });
  expect(fs.readdirSync(to)).toEqual([]);
  expect(await work.ready(folder, 0)).toMatchObject({ value: { ready: { ok: true } } });
});
