// `logout`: ends a session of either kind; the next step of a client is `init`.
import type { ClientRequest } from '../../shared/wire/client-api.ts';
import type { Call } from '../call.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { endSession, findSession } from '../sessions.ts';

export async function logout(
  call: Call,
  request: ClientRequest<'logout'>,
): Promise<Outcome<'logout'>> {
  const session = await findSession(call.db, call.application, request.sessionid, call.now);
  if (session === undefined) return refuse('session-gone');
  await endSession(call.db, session);
  return { ok: true, answer: { message: 'Successfully logged out.' } };
}
