// The table of the pictured failures: each code, and where it can occur.
import type { Failure, FailureCode } from '../../src/shared/failure.ts';

export type Place =
  | 'sign-in'
  | 'saved'
  | 'code'
  | 'redeem'
  | 'register'
  | 'forgot'
  | 'new-name'
  | 'change-password'
  | 'new-codes'
  | 'save-codes'
  | 'print-codes'
  | 'confirm-codes'
  | 'recovery'
  | 'offer'
  | 'turn-on'
  | 'turn-off'
  | 'launch'
  | 'screen'
  | 'background'
  | 'task'
  | 'told-at-form';

interface Shown<Code extends FailureCode> {
  readonly failure: Failure<Code>;
  readonly at: readonly Place[];
}

export type FailureTable = { readonly [Code in FailureCode]: readonly Shown<Code>[] };

export function plain<Code extends FailureCode>(
  failure: Failure<Code>,
  ...at: Place[]
): Shown<Code>[] {
  return [{ failure, at }];
}
