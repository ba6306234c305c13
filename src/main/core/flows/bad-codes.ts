// Adds the loader's facts to a refused code.
import { codeLength } from '@latchkey/protocol/limits.ts';
import { type FailureFacts } from '../../../shared/failure.ts';
import { type CoreParts } from '../parts.ts';

/** For a service that reports nothing about a wrong code. */
export const plainBadCode = {
  code: 'bad-code',
  failures: 1,
  clockOffsetMs: null,
  triesLeft: null,
  retryAt: null,
} as const;

/** Whether a code that the bridge has accepted is a recovery code, not one of an app. */
function isRecoveryCode(code: string): boolean {
  return code.length !== codeLength;
}

/** `code`: the code in the request; null if it had none. Leaves other failures unchanged. */
export function countBadCode(
  { badCodes, serviceTime }: Pick<CoreParts, 'badCodes' | 'serviceTime'>,
  facts: FailureFacts,
  code: string | null,
): FailureFacts {
  if (facts.code !== 'bad-code') return facts;
  if (code !== null && isRecoveryCode(code)) return { ...facts, recovery: true };
  badCodes.inARow += 1;
  return { ...facts, failures: badCodes.inARow, clockOffsetMs: serviceTime.clockOffsetMs() };
}
