// Failures of the seller API (docs/protocol.md#failures-of-the-seller-api): their codes, and the facts
// that may follow. Each operation lists its codes and messages in its specification.
import { requestTexts, uploadTexts } from './request-texts.ts';
import { sellerApi, type SellerType } from './seller-api.ts';
import type { SellerScope } from './seller-scopes.ts';
import { sellerTexts, type SellerSpec } from './seller-spec.ts';

/** Messages of failures that belong to no operation, by code. */
export const commonTexts = { ...sellerTexts, ...requestTexts, ...uploadTexts } as const;
export type CommonFailure = keyof typeof commonTexts;

type CodeOf<Spec> = Spec extends SellerSpec ? keyof Spec['failures'] : never;
type OperationFailure = CodeOf<(typeof sellerApi)[SellerType]>;

/** Codes of failures whose message contains a name. */
const namingCodes = [
  'parameter-missing',
  'parameter-invalid',
  'parameter-unknown',
  'parameter-twice',
  'parameter-not-utf8',
  'body-not-utf8',
] as const;

export type FailureCode = OperationFailure | CommonFailure | (typeof namingCodes)[number];

/** Code and message of every failure whose message contains no name. */
export const failureMessages = [
  commonTexts,
  ...Object.values(sellerApi).map(({ failures }) => failures),
].flatMap((texts) => Object.entries(texts)) as readonly (readonly [
  OperationFailure | CommonFailure,
  string,
])[]; // Object.entries loses the literal types

export const failureCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...failureMessages.map(([code]) => code),
  ...namingCodes,
]);

export function isFailureCode(text: string): text is FailureCode {
  return (failureCodes as ReadonlySet<string>).has(text); // `has` only compares
}

/** Returns the code of a message from a service that sent none. */
export function failureCodeOf(message: string): FailureCode | undefined {
  return failureMessages.find(([, text]) => text === message)?.[0];
}

/** Fields of a failure that its sentence may contain. Each code has few of them, or none. */
export interface FailureFacts {
  /** The parameter that is refused. Missing if its name is not a usual one. */
  readonly parameter?: string;
  /** Likely encoding of bytes that are not UTF-8. */
  readonly encoding?: string;
  /** The narrowest scope that permits the operation. */
  readonly scope?: SellerScope;
  /** Seconds until a retry may succeed. */
  readonly retryAfter?: number;
  /** The running or cancelled bulk operation, and the rows that it has passed. */
  readonly operation?: string;
  readonly rows?: number;
  /** Existing subscriptions, at most 20. */
  readonly subscriptions?: readonly ExistingSubscription[];
  readonly subscription?: string;
  readonly level?: string;
  /** Amount and days of the existing order. */
  readonly amount?: number;
  readonly days?: number;
  /** What is wrong, in English. */
  readonly detail?: string;
}

export interface ExistingSubscription {
  readonly name: string;
  readonly level: string;
}

export interface SellerFailure extends FailureFacts {
  readonly code: FailureCode;
}
