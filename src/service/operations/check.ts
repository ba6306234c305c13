// `check`: is this session still signed in, and as whom (contract 1.8, 0.9)?
import type { ClientRequest } from '../../shared/wire/client-api.ts';
import { protocolTexts } from '../../shared/wire/reasons.ts';
import { requireSignedIn, type Call } from '../call.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { findSession } from '../sessions.ts';
import { infoAnswer } from '../subscriptions.ts';

export async function check(
  call: Call,
  request: ClientRequest<'check'>,
): Promise<Outcome<'check'>> {
  const { now, ip } = call;
  const session = await findSession(call.db, call.application, request.sessionid, now);
  if (session === undefined) return refuse('session-gone');
  const signedIn = await requireSignedIn(call, session);
  if (!signedIn.ok) return signedIn;
  const { user, owned } = signedIn;
  return {
    ok: true,
    answer: {
      message: protocolTexts.sessionValid,
      info: infoAnswer(user, owned, { now, ip, lastLoginAt: user.lastLoginAt }),
    },
  };
}
