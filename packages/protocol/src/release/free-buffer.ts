// Frees large buffers without waiting for the garbage collector.

/**
 * Frees the memory of `bytes` immediately. The caller must not use `bytes` afterwards. The garbage
 * collector ignores the size of buffers, so tens of megabytes would stay allocated. A view into a
 * buffer of exactly `poolBytes` is not freed, because other views can share that buffer.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array, poolBytes: number): void {
  const isView = byteLength < buffer.byteLength;
  if (isView && buffer.byteLength === poolBytes) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
