// The probes of the connection check that need no Electron: folders, and connections by family.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectBy } from '../../src/main/adapters/check-connect.ts';
import { readFolders } from '../../src/main/adapters/check-folders.ts';

describe('folders', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'latchkey-check-'));
  });
  afterEach(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  });

  test('a writable data folder keeps nothing of its trial', async () => {
    const facts = await readFolders({ dataFolder: folder, programFolder: null });
    expect(facts).toMatchObject({ isDataFolderWritable: true, isProgramFolderWritable: null });
    expect(facts.freeBytes).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a missing data folder takes no file', async () => {
    const dataFolder = path.join(folder, 'missing');
    const facts = await readFolders({ dataFolder, programFolder: null });
    expect(facts).toMatchObject({ isDataFolderWritable: false, freeBytes: null });
  });

  test('a program folder that is not created yet is as writable as its parent', async () => {
    const programFolder = path.join(folder, 'games', 'program');
    const facts = await readFolders({ dataFolder: folder, programFolder });
    expect(facts.isProgramFolderWritable).toBe(true);
  });
});

describe('a connection', () => {
  test('is open at a port that listens, and refused afterwards', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
    expect(await connectBy('127.0.0.1', port, 4)).toBe('open');
    await new Promise((resolve) => server.close(resolve));
    expect(await connectBy('127.0.0.1', port, 4)).toBe('refused');
  });

  test('has no address of the other family', async () => {
    expect(await connectBy('name.invalid', 443, 4)).toBe('none');
    expect(await connectBy('127.0.0.1', 443, 6)).toBe('none');
    expect(await connectBy('::1', 443, 4)).toBe('none');
  });
});
