// Hashes email addresses, so that they can be compared but not read.
// SECURITY: the hashes are keyed, so that a list of addresses cannot be tried on a stolen database.
import { createHash, createHmac } from 'node:crypto';
import { keyObject } from '../../secrets/key-objects.ts';

/** Prefix of keyed hashes. Earlier versions used no key. */
const mark = 'k1.';

/**
 * Returns null for an empty address.
 * SECURITY: lower-cases only ASCII letters. Some other letters would become ASCII ones, and a link
 * would go to a different address than the stored one (docs/protocol.md#look-alike-names).
 */
export function emailHash(mailKey: Uint8Array, address: string): string | null {
  const plain = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (plain === '') return null;
  return keyedHash(mailKey, createHash('sha256').update(plain).digest('hex'));
}

/** `hash` is the hex SHA-256 of an address, as versions without a key stored it. */
export function keyedHash(mailKey: Uint8Array, hash: string): string {
  return mark + createHmac('sha256', keyObject(mailKey)).update(hash).digest('hex');
}

export function isKeyed(hash: string): boolean {
  return hash.startsWith(mark);
}
