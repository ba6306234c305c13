// The sentence about a failed request.
import type { Failure } from '@latchkey/web/failure.ts';
import type { Language } from '../copy/language.ts';

export function failureText({ copy, formats }: Language, failure: Failure): string {
  const { failures } = copy;
  const { code, retryAfter, facts } = failure;
  if (code === 'rate-limited') return failures.rateLimited(formats.minutes(retryAfter ?? 60));
  const { bannedReason, reason } = facts;
  if (code === 'banned')
    return failures.banned(typeof bannedReason === 'string' ? bannedReason : '');
  if (code === 'program-refused' && typeof reason === 'string')
    return failures.programRefused(reason);
  const byCode: Readonly<Record<string, string>> = failures.byCode;
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? '') : failures.unknown(code);
}
