// The outcomes of turning two-factor sign-in on or off. Pure.
import type { Failure, FailureCode } from '../../../shared/failure.ts';

/** `left`: cancelled before a code was accepted. `unsure`: the service proved neither outcome. */
export type TwoFactorEnd = 'on' | 'off' | 'left' | 'unsure';

/** After these failures the service may have made the change anyway. */
const unsureAfter: readonly FailureCode[] = [
  'two-factor-unproven',
  'cancelled',
  'timeout',
  'interrupted',
  'bad-reply',
  'bad-signature',
  'clock-skew',
  'server-down',
  'captive-portal',
];

/** `failure`: the failure of the last code. */
export function isUnsure(failure: Failure | null): boolean {
  return failure !== null && unsureAfter.includes(failure.code);
}
