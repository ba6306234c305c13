// Gives the signed-in user a token with which a program on the same computer signs in.
import { programNamePattern } from '@latchkey/protocol/web-loader.ts';
import type { SignedInCall } from '../../api/call.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { refuse } from '../../outcome.ts';
import { makeProgramToken } from '../sessions/program-tokens.ts';
import { refused, refusedBy } from './page-call.ts';

const maxButtons = 50;

export async function programToken(call: SignedInCall): Promise<PageOutcome> {
  const { db, application, user } = call;
  if (application.webLoader === 0) return refusedBy(refuse('type-unknown'));
  if (!programNamePattern.test(user.username)) return refused('name-unreadable');
  const { nameIsKey } = await db
    .selectFrom('users')
    .select('nameIsKey')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  // SECURITY: a program that takes the port would have the key, which signs in forever.
  if (nameIsKey === 1) return refused('name-is-key');
  const buttons = await db
    .selectFrom('buttons')
    .select(['text', 'value'])
    .where('applicationId', '=', application.id)
    .orderBy('value')
    .limit(maxButtons)
    .execute();
  const token = await makeProgramToken(call);
  return { status: 200, body: { success: true, user: user.username, token, buttons } };
}
