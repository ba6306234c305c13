// Seller API: log lines of programs, and the audit log of seller keys
// (docs/protocol.md#seller-operations). Public sources have no operations for the audit log, so the
// names of these operations follow those for log lines.
import { z } from 'zod';
import { shortText, username } from '../primitives.ts';
import { dropped, pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, type SellerGroup } from '../seller-spec.ts';
import { periodRequest } from './list-filters.ts';
import { maskedUser } from './masked-user.ts';

const log = z.object({
  /** Time in unix seconds. */
  logdate: z.string(),
  logdata: z.string(),
  /** User name, or null if the session was not signed in. */
  credential: z.string().nullable(),
  ...maskedUser,
  pcuser: z.string().nullable(),
  ip: z.string(),
});

const auditRow = z.object({
  /** Time in unix seconds. */
  date: z.string(),
  type: z.string(),
  detail: z.string(),
  /** Label of the seller key. Empty for the application's own key. */
  sellerkey: z.string(),
  ip: z.string(),
});

export const logsApi = {
  fetchalllogs: {
    summary:
      'Returns the log lines of programs, newest first. The service keeps the newest 10 000 lines of signed-in sessions and 10 000 of other sessions. `dropped` counts lines over that limit, and lines over 60 a minute from a session that is not signed in. The count resets with `dellogs`, and 30 days after the last dropped line. `user`, `since` and `until` are filters.',
    request: z.object({ user: username.optional(), ...periodRequest, ...pageRequest }),
    names: { user: 'user' },
    answer: z.object({ logs: z.array(log), dropped: dropped.optional(), ...pageAnswer }),
    message: 'Successfully retrieved logs',
    failures: {},
    scope: 'read',
    changes: null,
  },
  dellogs: {
    summary: 'Deletes all log lines of programs.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all logs!',
    failures: { 'no-logs': 'Failed to delete all logs!' },
    scope: 'all',
    changes: [],
  },
  fetchauditlog: {
    summary:
      "Returns the audit log, newest first: every change by a seller key, and every use of a key other than the application's own. `by` is the exact label of a seller key, and `operation` a type. `text` is a part of the detail; the scopes `read` and `support` cannot search it, because they see a part of it masked. `changes=1` leaves out reads, dry runs and refused requests.",
    request: z.object({
      by: shortText.optional(),
      operation: shortText.optional(),
      text: shortText.optional(),
      /** With 1, leaves out reads, dry runs and refused requests. */
      changes: flag.optional(),
      ...periodRequest,
      ...pageRequest,
    }),
    answer: z.object({ auditlog: z.array(auditRow), ...pageAnswer }),
    message: 'Successfully retrieved audit log',
    failures: { 'search-not-allowed': 'The scope of this seller key cannot search the audit log' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  delauditlog: {
    summary: 'Deletes the audit log. One row about the deletion stays.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted audit log!',
    failures: {},
    scope: 'all',
    changes: [],
    isExtension: true,
  },
} as const satisfies SellerGroup;
