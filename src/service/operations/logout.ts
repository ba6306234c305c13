// `logout`: ends the session (contract 1.16).
import type { SessionCall } from '../call.ts';
import type { Outcome } from '../outcome.ts';
import { endSession } from '../users/sessions.ts';

export async function logout({ db, session }: SessionCall): Promise<Outcome<'logout'>> {
  await endSession(db, session);
  return { ok: true, answer: { message: 'Successfully logged out.' } };
}
