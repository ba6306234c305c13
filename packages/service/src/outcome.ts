// The outcome of an operation. Expected refusals are data; an exception is a fault (500).
import type { AnswerOf, ClientType } from '@latchkey/protocol/client-spec.ts';
import { allTexts, type AnyReason } from '@latchkey/protocol/all-reasons.ts';

export type Outcome<Type extends ClientType = ClientType> = Success<Type> | Refusal;

export interface Success<Type extends ClientType> {
  readonly ok: true;
  readonly answer: Omit<AnswerOf<Type>, 'success'>;
  /** Sent as `contents`, in hex. The sender of the answer closes it. */
  readonly contents?: ContentForAnswer;
}

/** Read twice: to sign the answer, and while it is sent, at the speed of its reader. */
export interface ContentForAnswer {
  /** The whole file in order. */
  readonly pieces: () => AsyncIterable<Buffer>;
  /**
   * Runs `work` in turn with other applications, with a buffer for a whole answer that is reused
   * afterwards. Rejects with Overloaded if too many wait already.
   */
  readonly inTurn: <T>(work: (room: Buffer) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface Refusal {
  readonly ok: false;
  readonly reason: AnyReason;
  readonly message: string;
  /**
   * The fields of docs/protocol.md#additional-fields and docs/protocol.md#rate-limits that belong
   * to the reason.
   */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Set if the application wants 200 for failures, too. */
  readonly status?: 200;
}

export function refuse(reason: AnyReason, facts: Refusal['facts'] = {}): Refusal {
  return { ok: false, reason, message: allTexts[reason], facts };
}

export function badRequest(message: string): Refusal {
  return { ok: false, reason: 'bad-request', message, facts: {} };
}

export interface SellerOutcome {
  readonly status: 200 | 400 | 404 | 405 | 413 | 415 | 429 | 500;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What `format=text` prints of a success; null: JSON there, too. */
  readonly text: string | null;
  /** Set if the application wants 200 for failures, too. It stays a failure. */
  readonly sentAs?: 200;
  /** Seconds; only with 429. */
  readonly retryAfter?: number;
}
