// `var`: a global variable; its value is the answer's message (contract 1.7). Some are for signed-in sessions only.
import type { ClientRequest } from '../../shared/wire/client-api.ts';
import { requireSignedIn, type Call } from '../call.ts';
import { refuse, type Outcome } from '../outcome.ts';
import { findSession } from '../sessions.ts';

export async function globalVariable(
  call: Call,
  request: ClientRequest<'var'>,
): Promise<Outcome<'var'>> {
  const { db, application, now } = call;
  const session = await findSession(db, application, request.sessionid, now);
  if (session === undefined) return refuse('session-gone');
  const variable = await db
    .selectFrom('variables')
    .select(['value', 'authed'])
    .where('applicationId', '=', application.id)
    .where('varid', '=', request.varid)
    .executeTakeFirst();
  if (session.userId !== null || variable?.authed === 1) {
    const signedIn = await requireSignedIn(call, session);
    if (!signedIn.ok) return signedIn;
  }
  if (variable === undefined) return refuse('variable-unknown');
  return { ok: true, answer: { message: variable.value } };
}
