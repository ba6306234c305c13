/**
 * Frees the memory of `bytes`, which nobody may use any more, at once, where the engine can (the older one cannot): the collector looks
 * at what it has made itself, and would let tens of megabytes of it lie. `poolBytes`: memory of no more than that may be shared with others.
 */
export function giveBack({ buffer }: Uint8Array, poolBytes: number): void {
  if (buffer.byteLength > poolBytes && canGiveBack(buffer)) buffer.transfer(0);
}

function canGiveBack(
  buffer: ArrayBufferLike,
): buffer is ArrayBuffer & { readonly transfer: (bytes: number) => ArrayBuffer } {
  return 'transfer' in buffer;
}
