// Sends a request of the page to the client API, with the application and session of the page.
import { runClientApi } from '../../api/client-api.ts';
import type { Outcome } from '../../outcome.ts';
import type { PageCall } from './page-call.ts';

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
