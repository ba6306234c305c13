// Makes files and their names survive a power cut, on each system.
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { link, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './start-problem.ts';

/** Windows refuses to sync a folder. NTFS records names in its journal. */
const syncsFolders = process.platform !== 'win32';

/** Syncs the names in a folder after a file was linked or renamed. */
export function syncFolder(folder: string): void {
  if (syncsFolders) syncContent(folder, 'r');
}

/** Links a complete file to its final name, which may exist, and syncs the name. */
export async function linkDurably(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  if (!syncsFolders) return;
  const handle = await open(dirname(to), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies a file that only its owner may read. Does nothing if `from` lacks it. */
export function copyFileDurably(from: string, to: string, name: string): void {
  const copy = join(to, name);
  try {
    copyFileSync(join(from, name), copy, constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  chmodSync(copy, 0o600);
  // Opened for writing: Windows syncs no other handle.
  syncContent(copy, 'r+');
}

function syncContent(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
