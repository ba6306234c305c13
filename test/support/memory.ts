// Chooses the parent folder of test data: in memory if possible, because disks slow the tests down.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const place = '/dev/shm';
/** Containers often have only 64 MiB there, which is too little for several test files. */
const leastBytes = 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= leastBytes;
}

/** A folder in memory if there is enough space; otherwise the folder for temporary files. */
export const memory = hasRoom() ? place : tmpdir();
