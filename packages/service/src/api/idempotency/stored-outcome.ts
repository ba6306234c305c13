// The outcome that is stored to replay it: without secrets, and without what can be read again.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { openText, sealText } from '../../secrets/sealed-text.ts';

export type StoredOutcome =
  | Refusal
  | { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
  | SignedIn
  | Offered;

/**
 * The session was signed in as this user; the user and their subscriptions are read again. `hwid`: the device id that was
 * answered. `boundAt`: as it was answered; missing in rows of an earlier version.
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

/** Reasons of the moment: a retry may succeed, so they are not stored. */
const transient: ReadonlySet<AnyReason> = new Set(['rate-limited', 'overloaded', 'internal']);

export function isTransient(outcome: Outcome): boolean {
  return !outcome.ok && transient.has(outcome.reason);
}

/** SECURITY: sealed, because an answer of a seller's webhook may hold anything. `request` names the row. */
export function sealOutcome(key: Uint8Array, request: string, outcome: StoredOutcome): string {
  return sealText(key, request, JSON.stringify(outcome));
}

/** Throws where the row was altered. With another service secret the row would not have been found. */
export function openOutcome(key: Uint8Array, request: string, sealed: string): StoredOutcome {
  const text = openText(key, request, sealed);
  if (text === null) throw new Error('A stored outcome cannot be read');
  return JSON.parse(text) as StoredOutcome; // sealed by `sealOutcome` alone
}
