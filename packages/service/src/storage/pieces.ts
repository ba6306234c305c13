// Reads an open file in pieces.
import type { FileHandle } from 'node:fs/promises';

/** A few pieces are in memory while an answer with a file is sent. */
const pieceBytes = 16 * 1024;

/** Reads one piece at a time, without read-ahead. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
