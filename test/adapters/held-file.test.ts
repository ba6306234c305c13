// Replacing a file that another program holds for a moment.
import { closeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFile } from '../../src/main/adapters/held-file.ts';
import { hold } from '../support/held-file.ts';

/** Refuses with the code as often as given. */
function refusing(code: string, times: number, system = 'win32') {
  const pauses: number[] = [];
  const renamed: string[] = [];
  const parts = {
    system,
    rename(from: string, to: string) {
      if (pauses.length < times) return Promise.reject(Object.assign(new Error(code), { code }));
      renamed.push(`${from} to ${to}`);
      return Promise.resolve();
    },
    pause(ms: number) {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  return { parts, pauses, renamed };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('a file is replaced after %s has passed', async (code) => {
  const { parts, pauses, renamed } = refusing(code, 6);
  await replaceFile('new', 'file', parts);
  expect(renamed).toEqual(['new to file']);
  expect(pauses).toEqual([10, 20, 40, 80, 100, 100]);
});

test('a file that stays in use is named after ten seconds', async () => {
  const { parts, pauses } = refusing('EPERM', Infinity);
  await expect(replaceFile('new', 'file', parts)).rejects.toThrow('file is in use by another');
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThanOrEqual(10_000);
  expect(waited).toBeLessThanOrEqual(10_100);
});

test.each([
  ['ENOSPC', 'win32'],
  ['EPERM', 'linux'],
])('%s on %s fails immediately', async (code, system) => {
  const { parts, pauses } = refusing(code, Infinity, system);
  await expect(replaceFile('new', 'file', parts)).rejects.toThrow(code);
  expect(pauses).toEqual([]);
});

test.runIf(process.platform === 'win32')('a held file is replaced once it is free', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-held-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [draft, file] = [path.join(folder, 'draft'), path.join(folder, 'file')];
  await writeFile(draft, 'new');
  await writeFile(file, 'old');
  const held = hold(file);
  const pauses: number[] = [];
  const pause = (ms: number) => {
    if (pauses.push(ms) === 2) closeSync(held);
    return Promise.resolve();
  };
  await replaceFile(draft, file, { system: process.platform, rename, pause });
  expect(pauses).toEqual([10, 20]);
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['file']);
});
