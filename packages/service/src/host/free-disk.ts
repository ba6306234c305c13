// Reads the free space on the disk of the data folder.
import { statfs } from 'node:fs/promises';

const mebibyte = 1024 * 1024;

/** Below this, `latchkey doctor` advises to free space. */
export const lowDiskBytes = 500 * mebibyte;
/** Below this, the service is not ready (GET /readyz). */
export const fullDiskBytes = 100 * mebibyte;

/** Returns the bytes that this user may still write. Rejects if the folder is gone. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function toMebibytes(bytes: number): number {
  return Math.floor(bytes / mebibyte);
}
