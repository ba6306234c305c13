// Mail addresses of users: only a hash is kept, enough to compare with what somebody types and nothing to lose.
import { createHash } from 'node:crypto';

/**
 * SHA-256 of the address without outer white space, hex; null for an empty one. SECURITY: of its letters only those of ASCII
 * are made small: others would fold into them, and a link go to another address than the one that is stored (contract 0.22).
 */
export function emailHash(address: string): string | null {
  const plain = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain === '' ? null : createHash('sha256').update(plain).digest('hex');
}
