// Files that survive a power cut: Windows syncs no folder, and no file that was opened for reading.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFileDurably, linkDurably, syncFolder } from '../src/durable-files.ts';

function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-durable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  mkdirSync(from);
  mkdirSync(to);
  writeFileSync(join(from, 'file'), 'content');
  return { from, to, copy: join(to, 'file') };
}

test('a copy is synced and complete, and replaces nothing', () => {
  const { from, to, copy } = folders();
  copyFileDurably(from, to, 'missing');
  copyFileDurably(from, to, 'file');
  expect(readFileSync(copy, 'utf8')).toBe('content');
  expect(() => copyFileDurably(from, to, 'file')).toThrow('EEXIST');
});

test('a linked name is synced, also if it existed', async () => {
  const { from, copy } = folders();
  await linkDurably(join(from, 'file'), copy);
  await linkDurably(join(from, 'file'), copy);
  expect(readFileSync(copy, 'utf8')).toBe('content');
});

test('the names in a folder are synced', () => {
  expect(() => syncFolder(folders().to)).not.toThrow();
});
