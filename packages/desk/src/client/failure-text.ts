// The sentence about a failed request.
import type { Language } from '../copy/language.ts';
import type { Failure } from './failure.ts';

/** Falls back to the service's own sentence, which is English. */
export function failureText({ copy, formats }: Language, failure: Failure): string {
  const { failures } = copy;
  const { code, message, retryAfter } = failure;
  if (code === 'rate-limited') return failures.rateLimited(formats.minutes(retryAfter ?? 60));
  const known = Object.entries(failures.byCode).find(([name]) => name === code);
  return known?.[1] ?? (message === '' ? failures.unknown(code) : message);
}
