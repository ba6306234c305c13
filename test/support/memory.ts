// Where the tests' data folders lie: every answer of the service waits for the disk, which proves nothing here and takes most of the time.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const place = '/dev/shm';
/** Containers often have 64 MiB there, which is too little for several files of tests. */
const leastBytes = 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= leastBytes;
}

/** A folder in memory, on machines that have one with room; else that for temporary files. */
export const memory = hasRoom() ? place : tmpdir();
