// What is kept of a request's outcome, to tell it again: no secret, and nothing that can be read anew.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { openText, sealText } from '../../secrets/sealed-text.ts';

export type Kept =
  | Refusal
  | { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
  | SignedIn
  | Offered;

/**
 * The session became this user's; who that is and what they own is read again. `hwid`: the device id that was told. `boundAt`:
 * as it was told; missing where an earlier version kept it.
 */
export interface SignedIn {
  readonly ok: true;
  readonly signedIn: string;
  readonly hwid: string | null;
  readonly boundAt?: number | null;
}

/** This user was offered a secret for one-time codes, which is read again. */
export interface Offered {
  readonly ok: true;
  readonly offeredTo: string;
}

/** Of this moment, and not of the request: what comes again may fare better. */
const passing: ReadonlySet<AnyReason> = new Set(['rate-limited', 'overloaded', 'internal']);

export function isPassing(outcome: Outcome): boolean {
  return !outcome.ok && passing.has(outcome.reason);
}

/** SECURITY: sealed, because an answer of a seller's webhook may hold anything. `request` names the row. */
export function sealKept(key: Uint8Array, request: string, kept: Kept): string {
  return sealText(key, request, JSON.stringify(kept));
}

/** With another secret the row would not have been found; one that cannot be opened was altered, which is a fault. */
export function openKept(key: Uint8Array, request: string, sealed: string): Kept {
  const text = openText(key, request, sealed);
  if (text === null) throw new Error('A kept outcome cannot be opened');
  return JSON.parse(text) as Kept; // sealed by `sealKept` alone
}
