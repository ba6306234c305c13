// Recovery codes of a user (docs/protocol.md#recovery-codes): random codes that are stored as keyed
// hashes. Each is accepted once.
import { createHmac } from 'node:crypto';
import type { ApplicationRow } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { keyObject } from '../../secrets/key-objects.ts';
import { withoutFactor } from '../../secrets/second-factor.ts';

/** Whether a parsed `code` is a recovery code, and not a one-time code. */
export function isRecoveryCode(code: string): boolean {
  return code.includes('-');
}

/** Returns the hashes of a set, as the database stores them. */
export function hashCodes(key: Uint8Array, userId: string, codes: readonly string[]): string {
  return JSON.stringify(codes.map((code) => hashCode(key, userId, code)));
}

/** Returns the stored hashes without that of `code`, or null if `code` is not in the set. */
export function removeCode(
  key: Uint8Array,
  userId: string,
  stored: string | null,
  code: string,
): string | null {
  const hash = hashCode(key, userId, code);
  const hashes = readHashes(stored);
  return hashes.includes(hash) ? JSON.stringify(hashes.filter((one) => one !== hash)) : null;
}

/**
 * SECURITY: keyed, because someone with a stolen database could try all codes. The hash of a code
 * differs between users.
 */
function hashCode(key: Uint8Array, userId: string, code: string): string {
  return createHmac('sha256', keyObject(key))
    .update(`recovery code/${userId}/${code}`)
    .digest('base64url');
}

function readHashes(stored: string | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly string[]); // written by `hashCodes`
}

export function countCodes(stored: string | null): number {
  return readHashes(stored).length;
}

/** Refuses a request without a code, and says whether a recovery code is left. */
export function askForCode(
  { recoveryCodes: isOn }: Pick<ApplicationRow, 'recoveryCodes'>,
  { recoveryCodes }: Pick<UserRow, 'recoveryCodes'>,
): Refusal {
  const isLeft = isOn === 1 && countCodes(recoveryCodes) > 0;
  return refuse('code-needed', isLeft ? { recovery: true } : {});
}

/** The columns of a user without two-factor sign-in. */
export const withoutTwoFactor = {
  ...withoutFactor,
  recoveryCodes: null,
  recoveryPending: null,
} as const;
