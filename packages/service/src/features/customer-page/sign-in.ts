// Signs a browser in, and runs the operations of the page that need no session.
import { forwarded, type ForwardedType } from '@latchkey/protocol/page-api.ts';
import { email } from '@latchkey/protocol/primitives.ts';
import type { SignedInCall } from '../../api/call.ts';
import { typedName, userOfTypedName } from '../../database/names.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { storedSpelling } from './added-parameters.ts';
import type { PageCall } from './page-call.ts';
import { newCookie, sessionIdOfCookie } from './page-session.ts';
import { answerOf, endPageSession, runClient } from './run-client.ts';

type Values = ReadonlyMap<string, string>;

export async function runWithoutSession(
  call: PageCall,
  type: ForwardedType,
  values: Values,
): Promise<PageOutcome> {
  const added = type === 'login' ? await nameOrEmail(call, values) : { type };
  if ('signsIn' in forwarded[type]) return openSession(call, values, added);
  const opening = { ...call, ...newSession(call) };
  return answerOf(type, await runClient(opening, values, added));
}

/** "Password again": the user of the session signs in again. */
export async function confirm(
  call: PageCall,
  signedIn: SignedInCall,
  { pass, code }: { readonly pass: string; readonly code?: string | undefined },
): Promise<PageOutcome> {
  const values = new Map(code === undefined ? [] : [['code', code]]);
  const { username } = signedIn.user;
  const given = { username, pass: await storedSpelling(signedIn, pass) };
  return openSession(call, values, { ...given, type: 'login' });
}

/** SECURITY: a sign-in always gets a new cookie, and ends the session of the cookie before it. */
async function openSession(
  call: PageCall,
  values: Values,
  added: Readonly<Record<string, string>> & { readonly type: string },
): Promise<PageOutcome> {
  const { cookie, ...opening } = newSession(call);
  const computer = call.sender.browser ?? '';
  const outcome = await runClient({ ...call, ...opening }, values, { computer, ...added });
  if (!outcome.ok) return answerOf('login', outcome);
  await endPageSession(call);
  return { status: 200, body: { success: true }, session: { id: cookie, site: call.site } };
}

function newSession({ parts, page, sender }: PageCall) {
  const cookie = newCookie();
  const sessionid = sessionIdOfCookie(parts.secret, page.id, cookie);
  return { cookie, sessionid, sender: { ...sender, opensSession: true } };
}

/**
 * The operation of a sign-in: by e-mail if the text is one, unless a user has it as the name.
 * SECURITY: the same statement for all texts, and one guess.
 */
async function nameOrEmail(
  { parts: { db }, page }: PageCall,
  values: Values,
): Promise<{ readonly type: 'login' } | { readonly type: 'loginEmail'; readonly email: string }> {
  const text = values.get('username') ?? '';
  const named = await userOfTypedName(db, page, typedName(text)).select('id').executeTakeFirst();
  const isEmail = text !== '' && email.safeParse(text).success;
  return isEmail && named === undefined ? { type: 'loginEmail', email: text } : { type: 'login' };
}
