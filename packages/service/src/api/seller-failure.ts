// Builds the failures of the seller API: a message, its code and facts
// (docs/protocol.md#failures-of-the-seller-api).
import {
  commonTexts,
  type CommonFailure,
  type FailureCode,
  type FailureFacts,
  type SellerFailure,
} from '@latchkey/protocol/seller-failures.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { ParameterRefusal, SellerOutcome } from '../outcome.ts';
import type { Failed } from './seller-call.ts';

export function refused(
  code: CommonFailure,
  status: SellerOutcome['status'] = 400,
  facts: FailureFacts = {},
): SellerOutcome {
  return failed(commonTexts[code], { code, ...facts }, status);
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
export function refusedOperation({ failures }: SellerSpec, result: Failed<string>): SellerOutcome {
  const { detail, facts, retryAfter } = result;
  const code = result.code as FailureCode; // `Failed` allows only codes of the specification
  const message = failures[code] ?? commonTexts[code as CommonFailure]; // or of bulk operations
  return failed(
    detail === undefined ? message : `${message}. ${detail}`,
    { code, ...facts, ...(retryAfter !== undefined && { retryAfter }) },
    retryAfter === undefined ? 400 : 429,
  );
}

export function sellerRateLimited(retryAfter: number): SellerOutcome {
  return refused('rate-limited', 429, { retryAfter });
}

export function sellerOverloaded(retryAfter: number): SellerOutcome {
  return refused('overloaded', 429, { retryAfter });
}
