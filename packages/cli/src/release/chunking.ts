// Cuts bytes into chunks where their content says so: what is inserted or removed moves the cuts near it and no others, so an
// update fetches what changed. A rolling hash over the last 32 bytes, with a stricter mask before the wanted size and a looser one
// after it (the FastCDC paper, Xia and others, 2016). The loader never cuts: it only follows the manifest.
import { createHash } from 'node:crypto';
import { maxChunkBytes } from '@latchkey/protocol/release/manifest.ts';

export const minChunkBytes = 256 * 1024;
const wantedChunkBytes = 1024 * 1024;
/** The highest bits depend on all 32 bytes. Two more than the wanted size has, and two less. */
const strictMask = -1 << (32 - 22);
const looseMask = -1 << (32 - 18);

/** Any fixed numbers would do; these are nobody's choice. */
const gear = Int32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`latchkey-gear-${byte}`).digest().readInt32LE(0),
);

/** How many of the first `length` bytes are the next chunk. More must be given than a chunk can have, or all that is left. */
export function nextCut(bytes: Uint8Array, length: number): number {
  if (length <= minChunkBytes) return length;
  const end = Math.min(length, maxChunkBytes);
  const wanted = Math.min(end, wantedChunkBytes);
  let hash = 0;
  let at = minChunkBytes;
  for (; at < wanted; at += 1) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & strictMask) === 0) return at + 1;
  }
  for (; at < end; at += 1) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & looseMask) === 0) return at + 1;
  }
  return end;
}
