// Keys as Node's crypto likes them. From bytes it makes an object of its own at each call, which takes longer than sealing a short
// text: three quarters of it, and more of a keyed hash.
import { createSecretKey, type KeyObject } from 'node:crypto';

const made = new WeakMap<Uint8Array, KeyObject>();

/** The same for the same array, whose bytes must not change after. */
export function keyObject(bytes: Uint8Array): KeyObject {
  const key = made.get(bytes) ?? createSecretKey(bytes);
  made.set(bytes, key);
  return key;
}
