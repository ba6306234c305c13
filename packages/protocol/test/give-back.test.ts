// Frees memory that belongs to its bytes alone.
import { expect, test } from 'vitest';
import { giveBack } from '../src/release/give-back.ts';

function leftOf(bytes: Uint8Array): number {
  giveBack(bytes, Buffer.poolSize);
  return bytes.length;
}

test('memory of its own is given back, a part of what others share is not', () => {
  expect(leftOf(new Uint8Array(100))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize + 1).subarray(1))).toBe(0);
  expect(leftOf(new Uint8Array(Buffer.poolSize).subarray(1))).toBe(Buffer.poolSize - 1);
});
