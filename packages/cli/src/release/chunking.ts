// Content-defined chunking: a change moves only the cuts near it, so an update downloads only what
// changed. It uses a rolling hash of the last 32 bytes, with a stricter mask below the target size
// and a looser one above (FastCDC, Xia et al., 2016). The loader only follows the manifest.
import { createHash } from 'node:crypto';
import { maxChunkBytes } from '@latchkey/protocol/release/manifest.ts';

export const minChunkBytes = 256 * 1024;
const targetChunkBytes = 1024 * 1024;
/** The highest bits depend on all 32 bytes: two more than for the target size, or two less. */
const strictMask = -1 << (32 - 22);
const looseMask = -1 << (32 - 18);

/** Arbitrary constants, derived from a hash. */
const gear = Int32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`latchkey-gear-${byte}`).digest().readInt32LE(0),
);

/** The length of the next chunk. `bytes` must exceed the largest chunk, or be all that is left. */
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
