// Shows the failures of this start as notices, one at a time.
import { type CoreParts } from '../parts.ts';

export type StartNoticesParts = Pick<CoreParts, 'failures' | 'publisher' | 'startNotices'>;

/** Does nothing while another notice is shown. */
export function showNextStartNotice({
  startNotices,
  publisher,
  failures,
}: StartNoticesParts): void {
  if (publisher.session().notice !== null) return;
  const facts = startNotices.shift();
  if (facts !== undefined) publisher.notice({ kind: 'failure', failure: failures.make(facts) });
}
