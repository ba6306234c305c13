// Mail addresses of users: only a hash is kept, enough to compare with what somebody types and nothing to lose. It is keyed, as
// whoever has a list of addresses could try them all on a stolen database.
import { createHash, createHmac } from 'node:crypto';
import { keyObject } from '../../secrets/key-objects.ts';

/** Before every keyed hash: those of earlier versions had no key. */
const mark = 'k1.';

/**
 * Of the address without outer white space; null for an empty one. SECURITY: of its letters only those of ASCII are made small:
 * others would fold into them, and a link go to another address than the one that is stored (contract 0.22).
 */
export function emailHash(mailKey: Uint8Array, address: string): string | null {
  const plain = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (plain === '') return null;
  return keyedHash(mailKey, createHash('sha256').update(plain).digest('hex'));
}

/** `hash`: the SHA-256 of an address, as versions without a key kept it; hex. */
export function keyedHash(mailKey: Uint8Array, hash: string): string {
  return mark + createHmac('sha256', keyObject(mailKey)).update(hash).digest('hex');
}

export function isKeyed(hash: string): boolean {
  return hash.startsWith(mark);
}
