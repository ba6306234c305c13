// Cuts files into content-defined chunks. A change in a file moves only the cuts near it, so
// updates download few chunks. The cuts come from a rolling hash of the last 32 bytes, with a
// stricter mask below the target size and a looser mask above it (FastCDC, Xia et al., 2016).
import { createHash } from 'node:crypto';
import { maxChunkBytes } from '@latchkey/protocol/release/manifest.ts';

export const minChunkBytes = 256 * 1024;
const targetChunkBytes = 1024 * 1024;
/**
 * A mask of 20 bits would match the target size. The masks select the highest bits of the hash,
 * because all 32 bytes affect these bits.
 */
const strictMask = -1 << (32 - 22);
const looseMask = -1 << (32 - 18);

/** Pseudorandom constants. A hash generates them, so that they are the same on all machines. */
const gear = Int32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`latchkey-gear-${byte}`).digest().readInt32LE(0),
);

/**
 * Returns the length of the next chunk. `length` is the number of bytes read, which may be below
 * `maxChunkBytes` only at the end of the file.
 */
export function nextCut(bytes: Uint8Array, length: number): number {
  if (length <= minChunkBytes) return length;
  const end = Math.min(length, maxChunkBytes);
  const target = Math.min(end, targetChunkBytes);
  let hash = 0;
  let at = minChunkBytes;
  for (; at < target; at += 1) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & strictMask) === 0) return at + 1;
  }
  for (; at < end; at += 1) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & looseMask) === 0) return at + 1;
  }
  return end;
}
