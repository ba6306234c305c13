// What came of turning two-step sign-in on or off, for the account to say. Pure.
import type { Failure, FailureCode } from '../../../shared/failure.ts';

/** `left`: half-way, before a code was accepted. `unsure`: nobody proved what came of it. */
export type TwoFactorEnd = 'on' | 'off' | 'left' | 'unsure';

/** After these the service may have done it all the same. */
const unsureAfter: readonly FailureCode[] = [
  'two-factor-unproven',
  'cancelled',
  'timeout',
  'bad-reply',
  'bad-signature',
  'clock-skew',
  'server-down',
  'captive-portal',
];

/** `failure`: of the last code that was sent. */
export function isUnsure(failure: Failure | null): boolean {
  return failure !== null && unsureAfter.includes(failure.code);
}
