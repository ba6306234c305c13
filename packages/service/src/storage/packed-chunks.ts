// Packs hashes and sizes of chunks into bytes, which a thread hands over without copying. A list of
// 60 000 objects would block the receiver.
const hashBytes = 32;
const rowBytes = hashBytes + 4;

export interface StoredChunk {
  readonly sha256: string;
  /** Bytes, less than 2^32. */
  readonly size: number;
}

export function packChunks(sizes: ReadonlyMap<string, number>): Uint8Array<ArrayBuffer> {
  const packed = Buffer.from(new ArrayBuffer(sizes.size * rowBytes));
  let at = 0;
  for (const [sha256, size] of sizes) {
    packed.write(sha256, at, 'hex');
    packed.writeUInt32LE(size, at + hashBytes);
    at += rowBytes;
  }
  return packed;
}

/** Returns up to `maxChunks` chunks at a time. */
export function* unpackChunks(
  packed: Uint8Array<ArrayBuffer>,
  maxChunks: number,
): Generator<readonly StoredChunk[]> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const step = maxChunks * rowBytes;
  for (let start = 0; start < bytes.length; start += step) {
    const rows: StoredChunk[] = [];
    for (let at = start; at < Math.min(start + step, bytes.length); at += rowBytes)
      rows.push({
        sha256: bytes.toString('hex', at, at + hashBytes),
        size: bytes.readUInt32LE(at + hashBytes),
      });
    yield rows;
  }
}
