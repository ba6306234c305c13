// Seals and opens stored outcomes. Data that a replay can read again, such as a two-factor secret,
// is not stored.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { openText, sealText } from '../../secrets/at-rest.ts';

export type StoredOutcome =
  | Refusal
  | { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
  | StoredSignIn
  | StoredOffer
  | StoredCodes;

/**
 * A stored sign-in. A replay reads the user and the subscriptions again. Records of an earlier
 * version lack `boundAt`.
 */
export interface StoredSignIn {
  readonly ok: true;
  readonly signedIn: string;
  readonly hwid: string | null;
  readonly boundAt?: number | null;
  /** The issued offline pass. */
  readonly offline?: string;
}

/** A stored offer of two-factor sign-in. A replay reads the user's offered secret again. */
export interface StoredOffer {
  readonly ok: true;
  readonly offeredTo: string;
}

/** New recovery codes. A replay reads them again while they wait to be confirmed. */
export interface StoredCodes {
  readonly ok: true;
  readonly codesOf: string;
  readonly message: string;
}

/** Temporary reasons. A retry may succeed, so these refusals are not stored. */
const transientReasons: ReadonlySet<AnyReason> = new Set([
  'rate-limited',
  'overloaded',
  'internal',
]);

export function isTransient(outcome: Outcome): boolean {
  return !outcome.ok && transientReasons.has(outcome.reason);
}

/**
 * Seals an outcome for the record with the key `request`.
 * SECURITY: the answer of a seller's webhook may be secret.
 */
export function sealOutcome(key: Uint8Array, request: string, outcome: StoredOutcome): string {
  return sealText(key, request, JSON.stringify(outcome));
}

/** Throws if the record was altered. */
export function openOutcome(key: Uint8Array, request: string, sealed: string): StoredOutcome {
  const text = openText(key, request, sealed);
  if (text === null) throw new Error('A stored outcome cannot be read');
  return JSON.parse(text) as StoredOutcome; // sealed by `sealOutcome` alone
}
