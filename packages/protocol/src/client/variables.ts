// Client API: operations on global variables and on variables of the signed-in user.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { inSession, longText, messageOnly, signInReasons, success } from './common.ts';

export const variableSpec = {
  var: {
    request: z.object({ ...inSession, varid: shortText }),
    success: z.object({ success: z.literal(true), message: z.string() }),
    summary: 'Returns a global variable. The value is in `message`.',
    needs: 'session',
    failures: [...signInReasons, 'variable-unknown'],
  },
  getvar: {
    request: z.object({ ...inSession, var: shortText }),
    also: { varid: 'var' },
    success: z.object({ ...success, response: z.string() }),
    summary: 'Returns a variable of the signed-in user. The value is in `response`.',
    needs: 'sign-in',
    failures: ['user-variable-unknown'],
  },
  setvar: {
    request: z.object({ ...inSession, var: shortText, data: longText(500) }),
    also: { varid: 'var' },
    success: messageOnly,
    summary: 'Sets a variable of the signed-in user, unless the variable is read-only.',
    needs: 'sign-in',
    once: true,
    failures: ['variable-read-only', 'variable-not-set'],
  },
} as const;
