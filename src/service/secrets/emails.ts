// Mail addresses of users: only a hash is kept, enough to compare with what somebody types and nothing to lose.
import { createHash } from 'node:crypto';

/** SHA-256 of the address in lower case and without outer white space, hex. null for an empty one. */
export function emailHash(address: string): string | null {
  const plain = address.trim().toLowerCase();
  return plain === '' ? null : createHash('sha256').update(plain).digest('hex');
}
