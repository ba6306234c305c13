// Creates and checks the secret in the preview's address, which protects the page and its commands.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 32 random bytes as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SECURITY: compares digests, so that timing reveals nothing about the token. */
export function isToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
