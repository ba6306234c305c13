// Memory that is given back at once, and where it must not be.
import { afterEach, expect, test, vi } from 'vitest';

const { versions } = process;
afterEach(() => {
  Object.defineProperty(process, 'versions', { value: versions });
  vi.resetModules();
});

async function leftOf(bytes: Uint8Array): Promise<number> {
  const { giveBack } = await import('../../src/main/adapters/give-back.ts');
  giveBack(bytes, Buffer.poolSize);
  return bytes.length;
}

test('memory of its own is given back, a part of what others share is not', async () => {
  expect(await leftOf(new Uint8Array(100))).toBe(0);
  expect(await leftOf(new Uint8Array(Buffer.poolSize))).toBe(0);
  expect(await leftOf(new Uint8Array(Buffer.poolSize + 1).subarray(1))).toBe(0);
  expect(await leftOf(new Uint8Array(Buffer.poolSize).subarray(1))).toBe(Buffer.poolSize - 1);
});

test('in Electron nothing is: there it would be lost for good', async () => {
  Object.defineProperty(process, 'versions', { value: { ...versions, electron: '45.0.0' } });
  expect(await leftOf(new Uint8Array(100))).toBe(100);
});
