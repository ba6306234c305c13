// The type of a language's sentences about failures: every code has one.
import type { FailureCode, FailureFacts } from '@latchkey/protocol/seller-failures.ts';

export type FailureSentences = {
  readonly [Code in FailureCode]: string | ((facts: FailureFacts) => string);
};
