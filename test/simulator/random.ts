// Seeded random numbers (xoshiro128**). Each stream depends only on its name, so that leaving out
// a step of a plan changes nothing in the others.
import { createHash } from 'node:crypto';

export interface Stream {
  /** From 0 to 1, without 1. */
  readonly float: () => number;
  /** From 0 to `end`, without `end`. */
  readonly int: (end: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  readonly bytes: (length: number) => Buffer;
}

export function createStream(name: string): Stream {
  const next = xoshiro(createHash('sha256').update(name).digest());
  const float = () => next() / 2 ** 32;
  const int = (end: number) => Math.floor(float() * end);
  return {
    float,
    int,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T, // callers pass no empty list
    chance: (probability) => float() < probability,
    bytes(length) {
      const bytes = Buffer.alloc(length);
      for (let index = 0; index < length; index += 1) bytes[index] = next() & 255;
      return bytes;
    },
  };
}

function xoshiro(seed: Buffer): () => number {
  let [a, b, c, d] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), 1];
  return () => {
    const shifted = b << 9;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
}
