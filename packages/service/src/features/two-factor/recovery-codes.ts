// Recovery codes of a user (docs/protocol.md#recovery-codes): random codes that are stored as keyed
// hashes. Each is accepted once.
import { createHmac, randomBytes } from 'node:crypto';
import {
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@latchkey/protocol/limits.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { keyObject } from '../../secrets/key-objects.ts';

/** Whether a parsed `code` is a recovery code, and not a one-time code. */
export function isRecoveryCode(code: string): boolean {
  return code.includes('-');
}

export function makeRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(randomCode());
  return [...codes];
}

/** The alphabet has 32 characters, so 5 bits of a byte select one without bias. */
function randomCode(): string {
  const characters = Array.from(
    randomBytes(recoveryCodeLength),
    (byte) => recoveryAlphabet[byte & 31],
  );
  const half = recoveryCodeLength / 2;
  return `${characters.slice(0, half).join('')}-${characters.slice(half).join('')}`;
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
  totpSecret: null,
  totpPendingSecret: null,
  totpPendingAt: null,
  recoveryCodes: null,
  recoveryPending: null,
} as const;
