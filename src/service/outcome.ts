// What an operation comes to. Expected refusals are data; an exception is a fault (500).
import type { ClientAnswer, ClientOperation } from '../shared/wire/client-api.ts';
import { defaultTexts, type Reason } from '../shared/wire/reasons.ts';

export type Outcome<Type extends ClientOperation = ClientOperation> = Success<Type> | Refusal;

export interface Success<Type extends ClientOperation> {
  readonly ok: true;
  readonly answer: Omit<ClientAnswer<Type>, 'success'>;
}

export interface Refusal {
  readonly ok: false;
  readonly reason: Reason;
  readonly message: string;
  /** The fields of contract 0.9 and 0.10 that belong to the reason. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export function refuse(reason: Reason, facts: Refusal['facts'] = {}): Refusal {
  return { ok: false, reason, message: defaultTexts[reason], facts };
}

export function badRequest(message: string): Refusal {
  return { ok: false, reason: 'bad-request', message, facts: {} };
}

/** Of the seller API, whose answers are a status and a message. */
export interface SellerOutcome {
  readonly status: 200 | 400 | 404 | 405 | 413 | 415 | 500;
  readonly message: string;
}
