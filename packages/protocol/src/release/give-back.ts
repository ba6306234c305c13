/**
 * Frees the memory of `bytes`, which nobody may use any more, immediately: the collector counts only what it has made itself, and would
 * let tens of megabytes lie. `poolBytes`: a part of memory of just this size may be shared.
 */
export function giveBack({ buffer, byteLength }: Uint8Array, poolBytes: number): void {
  const isPart = byteLength < buffer.byteLength;
  if (isPart && buffer.byteLength === poolBytes) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
