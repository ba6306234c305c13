// Sends a request of the page to the client API, with the application and session of the page.
import { forwarded, type ForwardedType } from '@latchkey/protocol/page-api.ts';
import { runClientApi } from '../../api/client-api.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import type { Outcome } from '../../outcome.ts';
import { refusedBy, type PageCall } from './page-call.ts';

type Texts = Readonly<Record<string, string>>;

/** `added` replaces parameters of the same name. */
export function runClient(
  { api, parts, page, sender, sessionid }: PageCall,
  values: ReadonlyMap<string, string>,
  added: Texts & { readonly type: string },
): Promise<Outcome> {
  const { name, ownerid } = page;
  const own = Object.entries({ ...added, name, ownerid, sessionid: sessionid ?? '' });
  const parameters = { values: new Map([...values, ...own]), asSent: new Map(), refusal: null };
  return runClientApi(api, parts, parameters, sender);
}

/** Ends the session of the cookie, if there is one. */
export async function endPageSession(call: PageCall): Promise<void> {
  if (call.sessionid !== null) await runClient(call, new Map(), { type: 'logout' });
}

/** The page gets only the fields of a success that it needs. */
export function answerOf(type: ForwardedType, outcome: Outcome): PageOutcome {
  if (!outcome.ok) return refusedBy(outcome);
  const spec = forwarded[type];
  const names: readonly string[] = 'answer' in spec ? spec.answer : [];
  const fields = Object.entries(outcome.answer).filter(([name]) => names.includes(name));
  return { status: 200, body: { success: true, ...Object.fromEntries(fields) } };
}
