// Runs work of the page for the signed-in user.
import type { SignedInCall } from '../../api/call.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { refused, refusedBy, withCall, type PageCall } from './page-call.ts';

/** `isFirst`: the page does not know yet who has signed in. */
export function requireUser(
  page: PageCall,
  work: (call: SignedInCall) => Promise<PageOutcome>,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Promise<PageOutcome> {
  return withCall(page, async (call) => {
    // On the page, no subscription has to run.
    const refusal = await page.api.refuseSession(call, null, 'sign-in');
    if (refusal !== null) return refusedBy(refusal);
    const { session, user } = call;
    if (session === null || user === null) return refused('signed-out');
    // SECURITY: tabs share the cookie. A sign-in in another tab must not change who acts in this one.
    if (page.shown !== user.id && !(isFirst && page.shown === '')) return refused('other-person');
    return work({ ...call, session, user });
  });
}
