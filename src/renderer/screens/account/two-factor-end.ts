// The outcomes of turning two-step sign-in on or off, for the account screen. Pure.
import type { Failure, FailureCode } from '../../../shared/failure.ts';

/** `left`: cancelled before a code was accepted. `unsure`: the outcome was not proven. */
export type TwoFactorEnd = 'on' | 'off' | 'left' | 'unsure';

/** After these failures the service may have made the change anyway. */
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

/** `failure`: of the last code sent. */
export function isUnsure(failure: Failure | null): boolean {
  return failure !== null && unsureAfter.includes(failure.code);
}
