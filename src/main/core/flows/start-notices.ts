// What the user must know about this start of the program. There is one line for notices, so they come one after the other.
import { type CoreParts } from '../parts.ts';

export type StartNoticesParts = Pick<CoreParts, 'failures' | 'publisher' | 'startNotices'>;

/** Does nothing while another notice stands there. */
export function tellNext({ startNotices, publisher, failures }: StartNoticesParts): void {
  if (publisher.session().notice !== null) return;
  const facts = startNotices.shift();
  if (facts !== undefined) publisher.notice({ kind: 'failure', failure: failures.make(facts) });
}
