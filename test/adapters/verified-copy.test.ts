// Copies of verified packages: only a file is read, and nothing in its place blocks the loader.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyVerified, hashOf, problemOf } from '../../src/main/adapters/verified-copy.ts';
import { testDataFolder } from '../support/test-data-folder.ts';

function openFolder(): string {
  const folder = mkdtempSync(join(testDataFolder, 'latchkey-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test(
  'refuses a pipe and a folder in place of the package, without waiting',
  { tags: 'linux' },
  async () => {
    const folder = openFolder();
    const [pipe, directory, to] = ['pipe', 'folder', 'copy'].map((name) => join(folder, name));
    execFileSync('mkfifo', [String(pipe)]);
    mkdirSync(String(directory));
    for (const file of [pipe, directory]) {
      const refused = copyVerified({ file: String(file), sha256: '' }, String(to), 0o755);
      expect(problemOf(await refused.catch((error: unknown) => error))).toBe('not-genuine');
      await expect(hashOf(String(file))).rejects.toThrow('not a file');
    }
    expect(existsSync(String(to))).toBe(false);
  },
);

test('copies exactly the bytes that have the hash', async () => {
  const folder = openFolder();
  const [file, to] = [join(folder, 'package'), join(folder, 'copy')];
  writeFileSync(file, 'the package');
  const sha256 = createHash('sha256').update('the package').digest('hex');
  await copyVerified({ file, sha256 }, to, 0o755);
  expect(readFileSync(to, 'utf8')).toBe('the package');
  expect(await hashOf(to)).toBe(sha256);
});
