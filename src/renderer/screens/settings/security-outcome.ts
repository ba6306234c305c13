// The outcomes of the forms in the security settings.
import type { Copy } from '../../../copy/copy.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';

/** `left`: the user cancelled before a code was accepted. `unsure`: the outcome is unknown. */
export type TwoFactorOutcome = 'on' | 'off' | 'left' | 'unsure';
export type RecoveryOutcome = keyof Copy['recoveryOutcomes'];
export type SecurityOutcome =
  | { readonly of: 'two-factor'; readonly end: TwoFactorOutcome }
  | { readonly of: 'recovery-codes'; readonly end: RecoveryOutcome }
  | { readonly of: 'password' };

/** Failures after which the service may have made the change anyway. */
const unknownOutcomeAfter: readonly FailureCode[] = [
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

/** Returns whether the outcome is unknown after the failure of the last code. */
export function isOutcomeUnknown(failure: Failure | null): boolean {
  return failure !== null && unknownOutcomeAfter.includes(failure.code);
}
