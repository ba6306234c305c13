// Answers a request of the customers' page: with the handlers of the client API, so that a guess here
// counts there, or with the page's own ones.
import type { FastifyRequest } from 'fastify';
import {
  forwarded,
  isForwarded,
  isPageType,
  type ForwardedType,
} from '@latchkey/protocol/page-api.ts';
import { email } from '@latchkey/protocol/primitives.ts';
import type { Parts } from '../../api/call.ts';
import { typedName, userOfTypedName } from '../../database/names.ts';
import type { ClientApi } from '../../api/client-api.ts';
import { readPageRequest } from '../../api/page-request.ts';
import { addressOf } from '../../http/client-address.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { sessionIdOf } from '../../http/browser/session-cookie.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { Overloaded } from '../../overloaded.ts';
import { runOwn } from './own-operations.ts';
import { badParameter, refused, refusedBy, shownOf, type PageCall } from './page-call.ts';
import { browserNameOf, cookieOf, newCookie, sessionIdOfCookie } from './page-session.ts';
import { findPage } from './pages.ts';
import { requireUser } from './require-user.ts';
import { endPageSession, runClient } from './run-client.ts';

export interface PageContext {
  readonly api: ClientApi;
  readonly parts: Parts;
  readonly isTrustedProxy: (address: string) => boolean;
}

export async function answerPageRequest(
  { api, parts, isTrustedProxy }: PageContext,
  request: FastifyRequest,
  pageName: string,
  type: string,
): Promise<PageOutcome> {
  try {
    const read = await readPageRequest(parts, request, isTrustedProxy);
    if (!read.ok) return notRead(read);
    const page = await findPage(parts.db, pageName);
    if (page === undefined) return refused('page-unknown');
    const { headers } = request;
    const { site, parameters } = read;
    const cookie = sessionIdOf(headers, site, cookieOf(pageName));
    const call: PageCall = {
      ...{ api, parts, page, site },
      sender: {
        ip: addressOf(request),
        acceptLanguage: headers['accept-language'],
        browser: browserNameOf(headers['user-agent'] ?? ''),
      },
      sessionid: cookie === '' ? null : sessionIdOfCookie(parts.secret, page.id, cookie),
      shown: shownOf(request),
    };
    return await parts.deliveries.around(() => run(call, type, parameters.values));
  } catch (error) {
    return pageFault(parts, request, error);
  }
}

function notRead(
  read: Extract<Awaited<ReturnType<typeof readPageRequest>>, { readonly ok: false }>,
): PageOutcome {
  if (read.code === 'rate-limited')
    return refusedBy(refuse(read.code, { retryAfter: read.retryAfter }));
  if (read.code === 'bad-request') return badParameter(read.message ?? 'The request is not valid.');
  return refused(read.code);
}

/** The answer for a body that is malformed or too large, or for a fault. */
export function pageFault(
  { log }: Pick<Parts, 'log'>,
  { id }: FastifyRequest,
  error: unknown,
): PageOutcome {
  if (error instanceof Overloaded)
    return refusedBy(refuse('overloaded', { retryAfter: error.retryAfter }));
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return badParameter('The request is not valid.');
  log.error({ id, error }, 'A request failed');
  return refusedBy(refuse('internal'));
}

function run(
  call: PageCall,
  type: string,
  values: ReadonlyMap<string, string>,
): Promise<PageOutcome> {
  if (isPageType(type)) return runOwn(call, type, values);
  if (!isForwarded(type)) return Promise.resolve(refusedBy(refuse('type-unknown')));
  const { needs, parameters } = forwarded[type];
  // SECURITY: a request cannot choose the application, the session or a computer.
  const known: readonly string[] = parameters;
  for (const name of values.keys())
    if (!known.includes(name)) return Promise.resolve(badParameter('A parameter is not known.'));
  if (needs === 'nothing') return forwardWithoutSession(call, type, values);
  return requireUser(call, async ({ user }) => {
    const added = type === 'upgrade' ? { username: user.username } : {};
    return answerOf(await runClient(call, values, { ...added, type }));
  });
}

/** SECURITY: a sign-in always gets a new cookie, and ends the session of the cookie before it. */
async function forwardWithoutSession(
  call: PageCall,
  type: ForwardedType,
  values: ReadonlyMap<string, string>,
): Promise<PageOutcome> {
  const { parts, page, sender, site } = call;
  const cookie = newCookie();
  const sessionid = sessionIdOfCookie(parts.secret, page.id, cookie);
  const opening = { ...call, sessionid, sender: { ...sender, opensSession: true } };
  const computer = 'signsIn' in forwarded[type] ? { computer: sender.browser ?? '' } : {};
  const given = type === 'login' ? await nameOrEmail(call, values) : { type };
  const outcome = await runClient(opening, values, { ...computer, ...given });
  if (!outcome.ok || !('signsIn' in forwarded[type])) return answerOf(outcome);
  await endPageSession(call);
  return { status: 200, body: { success: true }, session: { id: cookie, site } };
}

/**
 * The operation of a sign-in: by e-mail if the text is one, unless a user has it as the name.
 * SECURITY: the same statement for all texts, and one guess.
 */
async function nameOrEmail(
  { parts: { db }, page }: PageCall,
  values: ReadonlyMap<string, string>,
): Promise<{ readonly type: 'login' } | { readonly type: 'loginEmail'; readonly email: string }> {
  const text = values.get('username') ?? '';
  const named = await userOfTypedName(db, page, typedName(text)).select('id').executeTakeFirst();
  const isEmail = text !== '' && email.safeParse(text).success;
  return isEmail && named === undefined ? { type: 'loginEmail', email: text } : { type: 'login' };
}

/** Of a success, the page needs only what a redeemed key added. */
function answerOf(outcome: Outcome): PageOutcome {
  if (!outcome.ok) return refusedBy(outcome);
  const { answer } = outcome;
  const redeemed = 'redeemed' in answer ? { redeemed: answer.redeemed } : {};
  return { status: 200, body: { success: true, ...redeemed } };
}
