// An open file in pieces.
import type { FileHandle } from 'node:fs/promises';

/** Of a content that goes into an answer: what one reader has in memory is a few of these. */
const pieceBytes = 16 * 1024;

/** One at a time, none ahead. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
