// Chooses the parent folder of test data: in memory if possible, because disks slow the tests down.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Containers often have only 64 MiB there, which is too little for several test files. */
const minBytes = 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= minBytes;
}

/** A folder in memory if there is enough space; otherwise the folder for temporary files. */
export const testDataFolder = hasRoom() ? memoryFolder : tmpdir();
