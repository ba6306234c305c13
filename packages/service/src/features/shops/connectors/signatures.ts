// Compares signatures of shops. SECURITY: over the raw bytes, and in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Clocks may differ by this. An older event may be a replay by somebody who recorded it. */
const toleranceSeconds = 300;

export function hmac(
  key: string | Uint8Array,
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64',
): string {
  const signing = createHmac('sha256', key);
  for (const part of parts) signing.update(part);
  return signing.digest(encoding);
}

/** Returns whether one of `given` is `expected`. */
export function isAmong(given: readonly string[], expected: string): boolean {
  const wanted = Buffer.from(expected);
  let found = false;
  for (const one of given) {
    const bytes = Buffer.from(one);
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) found = true;
  }
  return found;
}

/** `timestamp` is unix seconds as text. */
export function isRecent(timestamp: string, now: number): boolean {
  return /^[0-9]{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceSeconds;
}
