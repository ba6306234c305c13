// Answers a request of the customers' page: with the handlers of the client API, so that a guess here
// counts there, or with the page's own ones.
import type { FastifyRequest } from 'fastify';
import { forwarded, isForwarded, isPageType } from '@latchkey/protocol/page-api.ts';
import type { Parts, SignedInCall } from '../../api/call.ts';
import type { ClientApi } from '../../api/client-api.ts';
import { readPageRequest } from '../../api/page-request.ts';
import { addressOf } from '../../http/client-address.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { sessionIdOf } from '../../http/browser/session-cookie.ts';
import { refuse } from '../../outcome.ts';
import { Overloaded } from '../../overloaded.ts';
import { refuseWrongPassword } from '../users/own-password.ts';
import { runOwn } from './own-operations.ts';
import { badParameter, refused, refusedBy, shownOf, type PageCall } from './page-call.ts';
import { browserNameOf, cookieOf, sessionIdOfCookie } from './page-session.ts';
import { findPage } from './pages.ts';
import { addedFor } from './added-parameters.ts';
import { requireUser } from './require-user.ts';
import { answerOf, runClient } from './run-client.ts';
import { runWithoutSession } from './sign-in.ts';

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
  if (needs === 'nothing') return runWithoutSession(call, type, values);
  const isConfirmed = needs === 'confirmed';
  const work = async (signedIn: SignedInCall) => {
    const added = await addedFor(signedIn, type, values);
    if (type === '2fadisable') {
      // The same code would not do for `confirm` and for this.
      const refusal = await refuseWrongPassword(signedIn, added['pass'] ?? '');
      if (refusal !== null) return refusedBy(refusal);
    }
    return answerOf(type, await runClient(call, values, { ...added, type }));
  };
  return requireUser(call, work, { isConfirmed });
}
