// The type of a language. Each one is a separate module, so that a page loads only one:
// en/english.ts and de/german.ts.
import type { FailureSentences } from './failure-sentences.ts';

export interface Language {
  /** BCP 47, for Intl and the attribute `lang`. */
  readonly locale: string;
  readonly failures: FailureSentences;
}
