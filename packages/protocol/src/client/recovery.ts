// Client API: recovery codes (docs/protocol.md#recovery-codes).
import { z } from 'zod';
import { code, password, recoveryCode } from '../primitives.ts';
import { inSession, recoveryCodes, success } from './common.ts';

/** New recovery codes, which become valid when one of them is sent back. */
export const offeredCodes = { codes: z.array(z.string()).optional() };

export const recoverySpec = {
  newrecoverycodes: {
    request: z.object({
      ...inSession,
      pass: password.optional(),
      code: code.optional(),
      confirm: recoveryCode.optional(),
    }),
    /** The answer has `codes` without `confirm`, and `recovery` with it. */
    success: z.object({ ...success, ...offeredCodes, recovery: recoveryCodes.optional() }),
    summary:
      'Replaces the recovery codes of the signed-in user in two steps. With `pass` and `code`, it returns ten new codes; the old ones stay valid. With `confirm`, one of the new codes, the new codes replace the old ones, and none is used up. Only with the setting `recoverycodes`, else `type-unknown`.',
    needs: 'sign-in',
    once: true,
    failures: ['bad-credentials', 'code-needed', 'bad-code', 'two-factor-off', 'recovery-expired'],
  },
} as const;
