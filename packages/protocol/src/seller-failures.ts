// Codes of the seller API's failures (docs/protocol.md#failures-of-the-seller-api). Messages never
// change, because other tools compare them. Equal situations have one code.
import { applicationCodes } from './failure-codes/application-codes.ts';
import { licenseCodes } from './failure-codes/license-codes.ts';
import { requestCodes } from './failure-codes/request-codes.ts';
import { userCodes } from './failure-codes/user-codes.ts';
import type { requestTexts, uploadTexts } from './request-texts.ts';
import type { sellerApi, SellerType } from './seller-api.ts';
import type { SellerScope } from './seller-scopes.ts';
import type { sellerTexts } from './seller-spec.ts';

type TextOf<Texts> = Texts[keyof Texts];

/** All messages of failures, without the details that may follow them. */
export type FailureMessage =
  | (typeof sellerApi)[SellerType]['failures'][number]
  | TextOf<typeof sellerTexts>
  | TextOf<typeof requestTexts>
  | TextOf<typeof uploadTexts>;

const messageCodes = {
  ...applicationCodes,
  ...licenseCodes,
  ...requestCodes,
  ...userCodes,
} as const satisfies Readonly<Record<FailureMessage, string>>;

export const failureMessages = Object.keys(messageCodes) as readonly FailureMessage[]; // Object.keys loses the literal types

/** Codes of failures whose message contains a name, or is the message of another failure too. */
export const otherFailureCodes = [
  'parameter-missing',
  'parameter-invalid',
  'parameter-unknown',
  'parameter-twice',
  'parameter-not-utf8',
  'body-not-utf8',
  'key-not-unused',
] as const;

export type FailureCode =
  | (typeof messageCodes)[keyof typeof messageCodes]
  | (typeof otherFailureCodes)[number];

export const failureCodes: ReadonlySet<FailureCode> = new Set([
  ...Object.values(messageCodes),
  ...otherFailureCodes,
]);

export function isFailureCode(text: string): text is FailureCode {
  return (failureCodes as ReadonlySet<string>).has(text); // `has` only compares
}

export function isFailureMessage(text: string): text is FailureMessage {
  return Object.hasOwn(messageCodes, text);
}

/** Throws for a text that is not the message of a failure. */
export function failureCodeOf(message: string): FailureCode {
  if (!isFailureMessage(message)) throw new Error('A failure has no code.');
  return messageCodes[message];
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
