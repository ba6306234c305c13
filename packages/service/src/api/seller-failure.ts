// Builds the failures of the seller API: a message, its code and facts
// (docs/protocol.md#failures-of-the-seller-api).
import {
  failureCodeOf,
  type FailureFacts,
  type FailureMessage,
  type SellerFailure,
} from '@latchkey/protocol/seller-failures.ts';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import type { ParameterRefusal, SellerOutcome } from '../outcome.ts';
import type { Failed } from './seller-call.ts';

export function refused(
  message: FailureMessage,
  status: SellerOutcome['status'] = 400,
): SellerOutcome {
  return failed(message, { code: failureCodeOf(message) }, status);
}

/** For a message that contains a name or a number. */
export function failed(
  message: string,
  { code, ...facts }: SellerFailure & { readonly reason?: 'scope' },
  status: SellerOutcome['status'] = 400,
): SellerOutcome {
  const wait = facts.retryAfter === undefined ? {} : { retryAfter: facts.retryAfter };
  return { status, message, fields: { code, ...facts }, text: null, ...wait };
}

export function refusedParameter({ message, fault }: ParameterRefusal): SellerOutcome {
  return failed(message, fault);
}

/** The outcome of an operation that failed. Details follow its message. */
export function refusedOperation(result: Failed<string>): SellerOutcome {
  const { message, detail, retryAfter } = result;
  const facts: FailureFacts = { ...result.facts, ...(retryAfter !== undefined && { retryAfter }) };
  return failed(
    detail === undefined ? message : `${message}. ${detail}`,
    { code: failureCodeOf(message), ...facts },
    retryAfter === undefined ? 400 : 429,
  );
}

export function sellerRateLimited(retryAfter: number): SellerOutcome {
  return failed(sellerTexts.rateLimited, { code: 'rate-limited', retryAfter }, 429);
}

export function sellerOverloaded(retryAfter: number): SellerOutcome {
  return failed(sellerTexts.overloaded, { code: 'overloaded', retryAfter }, 429);
}
