// The last requests to the service, as the window lists them. Secrets are masked in the main process.
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import type { Trust } from '@latchkey/client/facts.ts';
import type { FailureCode } from './failure.ts';

export const maxSentRequests = 50;

export interface SentRequest {
  readonly operation: ClientType;
  /** When the answer arrived, or the request ended without one: local unix milliseconds. */
  readonly at: number;
  /** How many accepted requests of this operation followed each other; the rest is of the last one. */
  readonly times: number;
  /** In alphabetical order. */
  readonly fields: readonly SentField[];
  /** Rounded up. */
  readonly sentBytes: number;
  /** Null if no answer arrived. */
  readonly receivedBytes: number | null;
  /** Null if the request was cancelled. */
  readonly trust: Trust['kind'] | null;
  /** Null if the service accepted the request. */
  readonly code: FailureCode | null;
}

export interface SentField {
  readonly name: string;
  /** Null if the value is not shown. */
  readonly value: string | null;
}
