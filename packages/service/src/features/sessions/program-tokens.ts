// Tokens with which programs sign in (docs/web-loader.md). A session of the customers' page
// has at most one, which ends with that session, after 60 seconds, and with its first use.
// SECURITY: only the hash of a token is stored.
import { programTokenLength, programTokenSeconds } from '@latchkey/protocol/web-loader.ts';
import type { SessionCall } from '../../api/call.ts';
import { clockToleranceSeconds } from '../../clock.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { randomText } from '../settings/new-application.ts';

/** Replaces the token of the session, which is one of the page. */
export async function makeProgramToken({
  db,
  session,
  now,
}: Pick<SessionCall, 'db' | 'session' | 'now'>): Promise<string> {
  const token = randomText(programTokenLength);
  await db
    .updateTable('sessions')
    .set({ programToken: hashToken(token), programTokenEndsAt: now + programTokenSeconds })
    .where('idHash', '=', session.idHash)
    .execute();
  return token;
}

/**
 * Uses a token up. Returns whether it was valid. An empty `userId` is nobody's, so that unknown users
 * take as long.
 * SECURITY: one statement, so that of two programs with the token only one signs in.
 */
export async function takeProgramToken(
  { db, now }: Pick<SessionCall, 'db' | 'now'>,
  userId: string,
  token: string,
): Promise<boolean> {
  const taken = await db
    .updateTable('sessions')
    .set({ programToken: null, programTokenEndsAt: null })
    .where('userId', '=', userId)
    .where('programToken', '=', hashToken(token))
    .where('programTokenEndsAt', '>', now)
    // One that ends later was written by a clock that was ahead.
    .where('programTokenEndsAt', '<=', now + programTokenSeconds + clockToleranceSeconds)
    .where('expiresAt', '>', now)
    .returning('idHash')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Returns whether a token signed the session in.
 * SECURITY: such a session proved no password, so it may not change how the user signs in.
 */
export async function isOfToken({
  db,
  session,
}: Pick<SessionCall, 'db' | 'session'>): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('programToken')
    .where('idHash', '=', session.idHash)
    .executeTakeFirst();
  return row?.programToken === '';
}
