// Logs of programs and audit logs of sellers' changes in the seller API (contract 7.3). No public source shows the audit
// log's operations: they follow the naming habit of their neighbours.
import { z } from 'zod';
import { dropped, pageAnswer, pageRequest } from '../seller-page.ts';
import type { SellerGroup } from '../seller-spec.ts';

const log = z.object({
  /** Unix seconds. */
  logdate: z.string(),
  logdata: z.string(),
  /** null: the session was not signed in. */
  credential: z.string().nullable(),
  pcuser: z.string().nullable(),
  ip: z.string(),
});

const auditRow = z.object({
  /** Unix seconds. */
  date: z.string(),
  type: z.string(),
  detail: z.string(),
  /** The label of the seller key that it was done with; empty: the application's own. */
  sellerkey: z.string(),
  ip: z.string(),
});

export const logsApi = {
  fetchalllogs: {
    summary:
      'What programs logged, newest first; the newest 10000 of users and as many of sessions that nobody signed in to are kept. `dropped` counts lines that are not there: more than 60 a minute of a session that nobody signed in to, and those that made room for newer ones; it is forgotten when the log is emptied, and 30 days after the last.',
    request: z.object(pageRequest),
    answer: z.object({ logs: z.array(log), dropped: dropped.optional(), ...pageAnswer }),
    message: 'Successfully retrieved logs',
    failures: [],
    scope: 'read',
    changes: null,
  },
  dellogs: {
    summary: 'Removes everything that programs logged.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all logs!',
    failures: ['Failed to delete all logs!'],
    scope: 'all',
    changes: [],
  },
  fetchauditlog: {
    summary:
      "Every change that was made with a seller key, and every use of one that is not the application's own, newest first.",
    request: z.object(pageRequest),
    answer: z.object({ auditlog: z.array(auditRow), ...pageAnswer }),
    message: 'Successfully retrieved audit log',
    failures: [],
    scope: 'read',
    changes: null,
    own: true,
  },
  delauditlog: {
    summary: 'Removes the audit log; one row stays, which says just that.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted audit log!',
    failures: [],
    scope: 'all',
    changes: [],
    own: true,
  },
} as const satisfies SellerGroup;
