// The secret in the preview's address: only who was given the address may read the page or call a command.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SECURITY: compares digests, so that the time tells neither the length nor the first wrong character. */
export function isToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
