// Periodic work for connected shops: applies events that wait for another try, compares shops with
// their APIs every night, and sends mails.
import type { Parts } from '../../api/call.ts';
import { runPeriodically, type After } from '../../periodic-work.ts';
import { processAll } from './process-events.ts';
import { reconcileDue } from './reconcile.ts';
import { sendDueMails } from './send-mails.ts';

const eventsMs = 60_000;
const mailsMs = 2000;

type WorkParts = Parts & { readonly after?: After | undefined };

/** Starts immediately. Each returned function stops one kind of work. */
export function startShopWork(parts: WorkParts): readonly (() => Promise<void>)[] {
  const { after, log } = parts;
  return [
    runPeriodically({
      intervalMs: eventsMs,
      work: () => processAll(parts),
      failureMessage: 'Could not look for events of shops',
      after,
      log,
    }),
    runPeriodically({
      intervalMs: eventsMs,
      work: () => reconcileDue(parts),
      failureMessage: 'Could not compare shops with their APIs',
      after,
      log,
    }),
    runPeriodically({
      intervalMs: mailsMs,
      work: () => sendDueMails(parts),
      failureMessage: 'Could not send the mails of shops',
      after,
      log,
    }),
  ];
}
