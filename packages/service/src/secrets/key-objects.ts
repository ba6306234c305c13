// Caches key objects. Given bytes, node:crypto makes an object for each call, which takes three
// quarters of the time of sealing a short text, and more of a keyed hash.
import { createSecretKey, type KeyObject } from 'node:crypto';

const made = new WeakMap<Uint8Array, KeyObject>();

/** The same object for the same array, whose bytes must not change afterwards. */
export function keyObject(bytes: Uint8Array): KeyObject {
  const key = made.get(bytes) ?? createSecretKey(bytes);
  made.set(bytes, key);
  return key;
}
