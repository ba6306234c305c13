// Types of a reply: a value, or a refusal with its facts.
import { type WireFailure } from './failure.ts';
import { type Lapsed, type RemovalOffer } from './facts.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';

/** Programs can extend `Facts` with failure codes. */
export interface Refusal<Facts = WireFailure> {
  readonly facts: Facts;
  /** The seller's cleaned text, or null if the answer has no text or a default text. */
  readonly sellerText: string | null;
  /** Lapsed subscriptions, which only a login with the correct password returns, or null. */
  readonly lapsed: readonly Lapsed[] | null;
  /** Only after a correct password and code, or a correct key; otherwise null. */
  readonly removal: RemovalOffer | null;
}

export type Reply<T, Facts = WireFailure> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly refusal: Refusal<Facts>;
      /** The operation that failed. This can be the `init` before the requested operation. */
      readonly failedOperation: ClientType;
    };

/** Returns whether the user must sign in again after the refusal. */
export function requiresSignIn({ code }: { readonly code: string }): boolean {
  return code === 'session-gone' || code === 'not-signed-in';
}

export function refusalOf<Facts>(facts: Facts): Refusal<Facts> {
  return { facts, sellerText: null, lapsed: null, removal: null };
}
