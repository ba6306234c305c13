// `init`: a new session for a program that may run (contract 1.2). Never touches another session.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import type { Call } from '../call.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { createSession } from '../sessions.ts';

/** What official clients expect to find; they read the real numbers elsewhere. */
const notCounted = 'N/A - Use fetchStats() function in latest example';

export async function init(call: Call, request: RequestOf<'init'>): Promise<Outcome<'init'>> {
  const { application } = call;
  const { version, download } = application;
  if (request.ver !== undefined && request.ver !== version)
    return refuse('update-required', { version, download });
  const answer = {
    message: protocolTexts.initialized,
    sessionid: await createSession(call.db, application, call.ip, call.now),
    appinfo: {
      numUsers: notCounted,
      numOnlineUsers: notCounted,
      numKeys: notCounted,
      version,
      customerPanelLink: '',
    },
    newSession: true,
  };
  return { ok: true, answer };
}
