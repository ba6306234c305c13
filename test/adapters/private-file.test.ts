// Small private files: reads are limited in size, and a failed write leaves no temporary file.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSmallFile, writePrivateFile } from '../../src/main/adapters/private-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-private-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a small file', () => {
  it('is read completely up to its size limit, and refused above', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, 'x'.repeat(10));
    expect(await readSmallFile(file, 10)).toEqual(Buffer.from('x'.repeat(10)));
    expect(await readSmallFile(file, 9)).toBe('too-large');
  });

  it('is null if it is missing, and an error if it is a folder', async () => {
    expect(await readSmallFile(path.join(folder, 'none'), 10)).toBeNull();
    expect(await readSmallFile(path.join(folder, 'none', 'deeper'), 10)).toBeNull();
    await expect(readSmallFile(folder, 10)).rejects.toThrow();
  });

  it('is replaced once another program no longer holds it', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, 'old');
    let isHeld = true;
    const held = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    await writePrivateFile(file, 'new', {
      system: process.platform,
      rename: (from, to) => (isHeld ? Promise.reject(held) : rename(from, to)),
      pause: () => Promise.resolve((isHeld = false)),
    });
    expect(isHeld).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('leaves no temporary file if it cannot be renamed', async () => {
    await mkdir(path.join(folder, 'file'));
    const write = writePrivateFile(path.join(folder, 'file'), 'x', {
      system: process.platform,
      rename,
      // Windows reports a folder in place of the file as in use.
      pause: () => Promise.resolve(),
    });
    await expect(write).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['file']);
  });
});
