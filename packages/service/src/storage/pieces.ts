// Reads an open file in pieces.
import type { FileHandle } from 'node:fs/promises';

/** The reader of an answer with a content has a few of these in memory. */
const pieceBytes = 16 * 1024;

/** No read-ahead: one at a time. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
