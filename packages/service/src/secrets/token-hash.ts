// What the database keeps of secrets that only their holders have: session ids, seller keys, links to a new password.
import { hash } from 'node:crypto';

/** The SHA-256 of a secret that is random enough not to need a slow hash; hex. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
