// Hashes secrets that only their holders have: session ids, seller keys, password reset links.
import { hash } from 'node:crypto';

/** SHA-256, hex. Such a secret is random enough not to need a slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
