// `logout`: ends the session (contract 1.16).
import type { SessionCall } from '../../call.ts';
import type { Outcome } from '../../outcome.ts';
import { endSession } from './sessions.ts';

export async function logout({ db, session, once }: SessionCall): Promise<Outcome<'logout'>> {
  return once.whole<Outcome<'logout'>>(db, async (transaction) => {
    await endSession(transaction, session);
    return { ok: true, answer: { message: 'Successfully logged out.' } };
  });
}
