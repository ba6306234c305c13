// What a call to the service can come back with instead of a success, before it becomes a Failure with a report id.
import { type WireFailure } from './failure.ts';
import { type Lapsed } from './facts.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';

/** `Facts`: a program may have failures of its own. */
export interface Refusal<Facts = WireFailure> {
  readonly facts: Facts;
  /** The service's own words, cleaned; null when it gave none or only the protocol's default text. */
  readonly sellerText: string | null;
  /** Named at a login after a right password; null when the answer did not say. */
  readonly lapsed: readonly Lapsed[] | null;
}

export type Reply<T, Facts = WireFailure> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly refusal: Refusal<Facts>;
      /** The operation that failed: a login can fail in the `init` before it. */
      readonly during: ClientType;
    };

/** Whoever was signed in is not any more; who signs in again can go on. */
export function isSessionOver({ code }: { readonly code: string }): boolean {
  return code === 'session-gone' || code === 'not-signed-in';
}

export function refusalOf<Facts>(facts: Facts): Refusal<Facts> {
  return { facts, sellerText: null, lapsed: null };
}
