// The log of a package: private and limited in size. A failed write does not stop the program.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxLogBytes, openLogFile } from '../../src/main/shell/log-file.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'latchkey-log-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('lines are appended to a file that only this user can read', async () => {
  const folder = path.join(root, 'logs');
  openLogFile(folder).write('one\n');
  openLogFile(folder).write('two\n');
  const file = path.join(folder, 'loader.log');
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('the log file is rotated to one older file, and neither exceeds the limit', async () => {
  const log = openLogFile(root);
  const line = `${'x'.repeat(64 * 1024 - 1)}\n`;
  for (let count = 0; count < 40; count += 1) log.write(line);
  for (const name of ['loader.log', 'loader.old.log']) {
    const { size } = await stat(path.join(root, name));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(maxLogBytes);
  }
});

it('an unwritable log folder does not stop the program', async () => {
  const inTheWay = path.join(root, 'file');
  await writeFile(inTheWay, '');
  const log = openLogFile(path.join(inTheWay, 'logs'));
  await new Promise<void>((resolve, reject) => {
    log.once('error', reject);
    log.write('lost\n', () => resolve());
  });
  expect(await readFile(inTheWay, 'utf8')).toBe('');
});
