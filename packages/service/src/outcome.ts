// Defines the outcome of an operation. An expected refusal is a value; an exception is a fault
// (500).
import type { AnswerOf, ClientType } from '@latchkey/protocol/client-spec.ts';
import { allTexts, type AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { SellerFailure } from '@latchkey/protocol/seller-failures.ts';

export type Outcome<Type extends ClientType = ClientType> = Success<Type> | Refusal;

export interface Success<Type extends ClientType> {
  readonly ok: true;
  readonly answer: Omit<AnswerOf<Type>, 'success'>;
  /** The file that is sent in hex as the field `contents`. The sender of the answer closes it. */
  readonly contents?: ContentForAnswer;
}

/**
 * The content of a file inside an answer. It is read once to sign the answer, and again while the
 * answer is sent.
 */
export interface ContentForAnswer {
  /** Returns the whole file in order. */
  readonly pieces: () => AsyncIterable<Buffer>;
  /**
   * Runs `work` when it is the application's turn, with a reusable buffer that holds a whole
   * answer. Rejects with Overloaded if too many calls wait already.
   */
  readonly inTurn: <T>(work: (buffer: Buffer) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface Refusal {
  readonly ok: false;
  readonly reason: AnyReason;
  readonly message: string;
  /**
   * Additional fields of the reason (docs/protocol.md#additional-fields,
   * docs/protocol.md#rate-limits).
   */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Set if the application wants status 200 for failures too. */
  readonly status?: 200;
}

export function refuse(reason: AnyReason, facts: Refusal['facts'] = {}): Refusal {
  return { ok: false, reason, message: allTexts[reason], facts };
}

export function badRequest(message: string): Refusal {
  return { ok: false, reason: 'bad-request', message, facts: {} };
}

/** A refused parameter. Only the seller API answers with `fault`. */
export interface ParameterRefusal extends Refusal {
  readonly fault: SellerFailure;
}

export interface SellerOutcome {
  readonly status: 200 | 400 | 404 | 405 | 413 | 415 | 429 | 500;
  readonly message: string;
  /** Of a failure: its code and facts (api/seller-failure.ts). */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text of a success for `format=text`. If null, the answer is JSON even then. */
  readonly text: string | null;
  /**
   * The HTTP status of JSON that replaces `status`, if the application wants 200 for failures or
   * 302 for several keys. The field `success` stays.
   */
  readonly sentAs?: 200 | 302;
  /** Seconds until a retry. Set only for status 429. */
  readonly retryAfter?: number;
}
