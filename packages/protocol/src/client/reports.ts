// Client API: operations that write log lines and call webhooks of the seller.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { common, inSession, longText, messageOnly, signInReasons, success } from './common.ts';

export const reportSpec = {
  log: {
    request: z.object({
      ...common,
      sessionid: inSession.sessionid,
      message: longText(275).min(1),
      pcuser: longText(100).optional(),
    }),
    success: messageOnly,
    summary: "Writes a line to the application's log.",
    needs: 'session',
    once: true,
    failures: [],
  },
  webhook: {
    request: z.object({
      ...inSession,
      webid: shortText,
      params: z.string().max(2000).optional(),
      body: z.string().max(32_768).optional(),
      conttype: z.string().max(100).optional(),
    }),
    success: z.object({ ...success, response: z.string() }),
    summary: 'Calls a webhook of the seller. The client never learns its URL.',
    needs: 'session',
    once: true,
    failures: [...signInReasons, 'webhook-unknown', 'webhook-failed'],
  },
} as const;
