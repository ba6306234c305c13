// What a call to the service can come back with instead of a success, before it becomes a Failure with a report id.
import { type FailureFacts } from '../../../shared/failure.ts';
import { type Lapsed } from '../../../shared/session.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';

export interface Refusal {
  readonly facts: FailureFacts;
  /** The service's own words, cleaned; null when it gave none or only the protocol's default text. */
  readonly sellerText: string | null;
  /** Named at a login after a right password; null when the answer did not say. */
  readonly lapsed: readonly Lapsed[] | null;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      /** The operation that failed: a login can fail in the `init` before it. */
      readonly during: ClientType;
    };

/** Whoever was signed in is not any more; who signs in again can go on. */
export function isSessionOver({ code }: Pick<FailureFacts, 'code'>): boolean {
  return code === 'session-gone' || code === 'not-signed-in';
}

export function refusalOf(facts: FailureFacts): Refusal {
  return { facts, sellerText: null, lapsed: null };
}
