// Types of a reply: a value, or a refusal with its facts.
import { type WireFailure } from './failure.ts';
import { type Lapsed } from './facts.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';

/** `Facts`: programs can add failure codes. */
export interface Refusal<Facts = WireFailure> {
  readonly facts: Facts;
  /** The seller's text, cleaned; null if there is none or only a default text. */
  readonly sellerText: string | null;
  /** Lapsed subscriptions, sent for a login with the correct password; null if not sent. */
  readonly lapsed: readonly Lapsed[] | null;
}

export type Reply<T, Facts = WireFailure> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly refusal: Refusal<Facts>;
      /** The operation that failed; for a login it may be the `init` before it. */
      readonly during: ClientType;
    };

/** Whether the refusal means that the user must sign in again. */
export function isSessionOver({ code }: { readonly code: string }): boolean {
  return code === 'session-gone' || code === 'not-signed-in';
}

export function refusalOf<Facts>(facts: Facts): Refusal<Facts> {
  return { facts, sellerText: null, lapsed: null };
}
