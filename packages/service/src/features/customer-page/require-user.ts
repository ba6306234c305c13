// Runs work of the page for the signed-in user, and extends the session.
import { confirmedSeconds } from '@latchkey/protocol/page-api.ts';
import type { SignedInCall } from '../../api/call.ts';
import { clockToleranceSeconds } from '../../clock.ts';
import { unlessDiskFull } from '../../database/storage-faults.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { pageSessionEnd } from '../sessions/sessions.ts';
import { refused, refusedBy, withCall, type PageCall } from './page-call.ts';

interface Requirements {
  /** The page does not know yet who has signed in. */
  readonly isFirst?: boolean;
  /** The sign-in was in the last five minutes. It asks for password and code. */
  readonly isConfirmed?: boolean;
}

export function requireUser(
  page: PageCall,
  work: (call: SignedInCall) => Promise<PageOutcome>,
  { isFirst = false, isConfirmed = false }: Requirements = {},
): Promise<PageOutcome> {
  return withCall(page, async (call) => {
    // On the page, no subscription has to run.
    const refusal = await page.api.refuseSession(call, null, 'sign-in');
    if (refusal !== null) return refusedBy(refusal);
    const { session, user } = call;
    if (session === null || user === null) return refused('signed-out');
    // SECURITY: tabs share the cookie. A sign-in in another tab must not change who acts in this one.
    if (page.shown !== user.id && !(isFirst && page.shown === '')) return refused('other-person');
    const signedIn = { ...call, session, user };
    const age = await useSession(signedIn);
    const isRecent = age < confirmedSeconds && age >= -clockToleranceSeconds;
    return isConfirmed && !isRecent ? refused('password-needed') : work(signedIn);
  });
}

/** A use within this time after the last written one is not written. */
const writeEverySeconds = 60;

/** Moves the end of the session. Returns the seconds since its sign-in. */
async function useSession({ db, application, session, now, log }: SignedInCall): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select(['signedInAt', 'expiresAt'])
    .where('idHash', '=', session.idHash)
    .executeTakeFirst();
  const signedInAt = row?.signedInAt ?? 0;
  const expiresAt = pageSessionEnd(application, signedInAt, now);
  if (row !== undefined && expiresAt - row.expiresAt >= writeEverySeconds)
    await unlessDiskFull(log, 'The last use of a session', () =>
      db
        .updateTable('sessions')
        .set({ expiresAt, lastSeenAt: now })
        .where('idHash', '=', session.idHash)
        .execute(),
    );
  return now - signedInAt;
}
