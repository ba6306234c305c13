// What an operation comes to. Expected refusals are data; an exception is a fault (500).
import type { AnswerOf, ClientType } from '@latchkey/protocol/client-spec.ts';
import { allTexts, type AnyReason } from '@latchkey/protocol/all-reasons.ts';

export type Outcome<Type extends ClientType = ClientType> = Success<Type> | Refusal;

export interface Success<Type extends ClientType> {
  readonly ok: true;
  readonly answer: Omit<AnswerOf<Type>, 'success'>;
  /** Stands in the answer as `contents`, in hex. Whoever sends the answer closes it. */
  readonly contents?: ContentForAnswer;
}

/** It is read twice: to sign the answer, and once more while it is sent, as much of it as its reader takes. */
export interface ContentForAnswer {
  /** From its beginning to its end, as fast as they are taken. */
  readonly pieces: () => AsyncIterable<Buffer>;
  /**
   * Works in turn with other applications, with room for the whole answer that is somebody else's afterwards. Rejects with
   * Overloaded where too many wait already.
   */
  readonly inTurn: <T>(work: (room: Buffer) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface Refusal {
  readonly ok: false;
  readonly reason: AnyReason;
  readonly message: string;
  /** The fields of contract 0.9 and 0.10 that belong to the reason. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Where the application wants it for failures, too. */
  readonly status?: 200;
}

export function refuse(reason: AnyReason, facts: Refusal['facts'] = {}): Refusal {
  return { ok: false, reason, message: allTexts[reason], facts };
}

export function badRequest(message: string): Refusal {
  return { ok: false, reason: 'bad-request', message, facts: {} };
}

/** Of the seller API: a status, a message, the operation's fields, and what `format=text` prints of a success. */
export interface SellerOutcome {
  readonly status: 200 | 400 | 404 | 405 | 413 | 415 | 429 | 500;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** null: JSON also there. */
  readonly text: string | null;
  /** How it is sent, where the application wants it for failures, too; it stays a failure. */
  readonly sentAs?: 200;
  /** Of a 429: seconds. */
  readonly retryAfter?: number;
}
