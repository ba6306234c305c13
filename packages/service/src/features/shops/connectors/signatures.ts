// Compares signatures of shops. SECURITY: over the raw bytes, and in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ShopDelivery } from './connector.ts';

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

interface TimedHeader {
  readonly name: string;
  /** Between the fields of the header, such as `,` in `t=1,v1=a`. */
  readonly separator: string;
  readonly time: string;
  readonly signature: string;
  /** Between the timestamp and the body in what is signed. */
  readonly joint: string;
}

/** Whether a header with a timestamp and signatures in hex signs both, and is recent. */
export function isTimedSigned(
  { name, separator, time, signature, joint }: TimedHeader,
  { body, header, now }: ShopDelivery,
  secret: string,
): boolean {
  const fields = header(name)
    .split(separator)
    .map((part) => part.trim().split('='));
  const valuesOf = (wanted: string) =>
    fields.flatMap(([field, value = '']) => (field === wanted ? [value] : []));
  const [timestamp = ''] = valuesOf(time);
  const expected = hmac(secret, [`${timestamp}${joint}`, body], 'hex');
  return isRecent(timestamp, now) && isAmong(valuesOf(signature), expected);
}
