// The sentence about a failed request.
import { failureText as sellerFailureText } from '@latchkey/seller-copy/failure-text.ts';
import { entryOf } from '../copy/entry-of.ts';
import type { Language } from '../copy/language.ts';
import type { Failure } from '@latchkey/web/failure.ts';

/** Of a code that this page does not know, returns the service's own sentence, which is English. */
export function failureText({ copy, seller, formats }: Language, failure: Failure): string {
  const { failures } = copy;
  const { code, message, retryAfter, facts } = failure;
  if (code === 'rate-limited') return failures.rateLimited(formats.minutes(retryAfter ?? 60));
  const own = entryOf(failures.byCode, code);
  if (own !== undefined) return own;
  const text = sellerFailureText(seller, { ...facts, code, message, retryAfter });
  return text === '' ? failures.unknown(code) : text;
}
