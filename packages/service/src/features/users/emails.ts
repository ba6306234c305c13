// Hashes email addresses, so that they can be compared but not read.
// SECURITY: the hashes are keyed, so that a list of addresses cannot be tried on a stolen database.
import { createHmac } from 'node:crypto';
import { keyObject } from '../../secrets/key-objects.ts';

/** The prefix of every hash names its form. */
const keyedPrefix = 'k1.';

/**
 * Returns null for an empty address.
 * SECURITY: lower-cases only ASCII letters. Some other letters would become ASCII ones, and a link
 * would go to a different address than the stored one (docs/protocol.md#look-alike-names).
 */
export function emailHash(mailKey: Uint8Array, address: string): string | null {
  const normalised = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (normalised === '') return null;
  return keyedPrefix + createHmac('sha256', keyObject(mailKey)).update(normalised).digest('hex');
}
