// Tests that large buffers are freed, and that shared memory is left alone.
import { expect, test } from 'vitest';
import { freeBuffer } from '../src/release/free-buffer.ts';

function leftOf(bytes: Uint8Array): number {
  freeBuffer(bytes, Buffer.poolSize);
  return bytes.length;
}

test('frees an array that owns its buffer, but not a view of a shared buffer', () => {
  expect(leftOf(new Uint8Array(100))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize + 1).subarray(1))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize).subarray(1))).toBe(Buffer.poolSize - 1);
});
