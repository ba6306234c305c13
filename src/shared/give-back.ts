/**
 * Frees the memory of `bytes`, which nobody may use any more, at once, where the engine can: the collector looks at what it has made
 * itself, and would let tens of megabytes of it lie. `poolBytes`: a part of memory of just this size may be shared.
 */
export function giveBack({ buffer, byteLength }: Uint8Array, poolBytes: number): void {
  const isPart = byteLength < buffer.byteLength;
  if (isPart && buffer.byteLength === poolBytes) return;
  if (canGiveBack(buffer)) buffer.transfer(0);
}

function canGiveBack(
  buffer: ArrayBufferLike,
): buffer is ArrayBuffer & { readonly transfer: (bytes: number) => ArrayBuffer } {
  return 'transfer' in buffer;
}
