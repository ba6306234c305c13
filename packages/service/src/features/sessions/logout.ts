// `logout`: ends the session (contract 1.16).
import type { SessionCall } from '../../api/call.ts';
import type { Outcome } from '../../outcome.ts';
import { endSession } from './sessions.ts';

export async function logout(call: SessionCall): Promise<Outcome<'logout'>> {
  return call.idempotency.transact(call, async ({ db, session }): Promise<Outcome<'logout'>> => {
    await endSession(db, session);
    return { ok: true, answer: { message: 'Successfully logged out.' } };
  });
}
