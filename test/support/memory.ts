// The place of the tests' data folders: in memory, because most test time is waiting for the disk.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const place = '/dev/shm';
/** Containers often have 64 MiB there, too little for several test files. */
const leastBytes = 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= leastBytes;
}

/** A folder in memory if the machine has one with room; otherwise the one for temporary files. */
export const memory = hasRoom() ? place : tmpdir();
