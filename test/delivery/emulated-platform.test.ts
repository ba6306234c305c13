// Releases of the platform that the system emulates, in the program's folder.
import { expect, test } from 'vitest';
import { emulatedBy } from '../../src/main/adapters/delivery/open-program.ts';
import { openBench } from './disk-bench.ts';
import { makeRelease, testKey } from './handmade-release.ts';

const key = testKey();
const emulated = 'linux-ia32';
const files = { 'run.sh': 'program', 'data/a': 'a' };
const ownRelease = (sequence: number) => makeRelease(key, sequence, files);
const emulatedRelease = (sequence: number) =>
  makeRelease(key, sequence, files, { platform: emulated });

test.each([
  ['win32', 'arm64', 'win32-x64'],
  ['darwin', 'arm64', 'darwin-x64'],
  ['win32', 'x64', null],
  ['darwin', 'x64', null],
  ['linux', 'arm64', null],
])('%s on %s emulates %s', (system, architecture, platform) => {
  expect(emulatedBy(system, architecture)).toBe(platform);
});

test('an emulated release is installed and recorded as such', async () => {
  const { folder, work, install } = openBench(key);
  expect(await install(emulatedRelease(5))).toMatchObject({ ok: true, value: { emulated } });
  expect(await work.installed(folder)).toMatchObject({ value: { sequence: 5, emulated } });
  expect(await work.ready(folder, 1000)).toMatchObject({ value: { ready: { ok: true } } });
});

test('a release of the own platform replaces it, and is never replaced by one', async () => {
  const { folder, work, install } = openBench(key);
  await install(emulatedRelease(5));
  expect(await install(ownRelease(1))).toMatchObject({ ok: true, value: { sequence: 1 } });
  expect(await install(emulatedRelease(6))).toEqual({ ok: false, problem: { kind: 'older' } });
  const installed = await work.installed(folder);
  expect(installed).toMatchObject({ value: { sequence: 1 } });
  expect(installed).not.toMatchObject({ value: { emulated } });
});

test('the sequences of one platform do not refuse releases of another one', async () => {
  const { work, folder, install } = openBench(key);
  await install(emulatedRelease(5));
  const own = ownRelease(1);
  await work.begin(folder, own.offer);
  const admitted = await work.admit({ manifest: own.bytes, signature: own.signature });
  expect(admitted).toMatchObject({ ok: true, value: { highest: null } });
  await work.end();
});

test('a release of any other platform is not genuine', async () => {
  const { install } = openBench(key);
  const other = makeRelease(key, 1, files, { platform: 'linux-arm64' });
  expect(await install(other)).toEqual({ ok: false, problem: { kind: 'not-genuine' } });
});
