// `/reset`: where the links of `forgot` lead. Looking at the page spends nothing, as mail programs look at links, too.
// SECURITY: token and password reach neither a log nor another page than the one that was asked for.
import { type ResetPageLanguage, resetPageFor } from '../../copy/reset-page.ts';
import { fill } from '../../copy/sentences.ts';
import { maxPasswordLength } from '../../shared/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { password } from '../../shared/wire/primitives.ts';
import type { ServedParts } from './served-parts.ts';
import { addressOf } from './client-address.ts';
import type { Mailer } from '../outbound/mail.ts';
import { Overloaded } from '../overloaded.ts';
import { applicationOfLink, spendLink, tokenForm, resetPath } from '../secrets/password-resets.ts';
import { formPairs } from './request-body.ts';
import { collectParameters, queryPairs } from './request-parameters.ts';
import { formPage, pageHeaders, sentencePage } from './reset-page.ts';
import { transact } from '../database/transact.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { inSeconds } from '../../shared/units.ts';

interface Page {
  readonly status: number;
  readonly html: string;
}

const statuses = { dead: 410, busy: 429, fault: 500, changed: 200 } as const;

function said(language: ResetPageLanguage, what: keyof typeof statuses): Page {
  return { status: statuses[what], html: sentencePage(language, what) };
}

/** Only where mail can be sent: without it there are no links. */
export function addResetRoute(app: FastifyInstance, parts: ServedParts, mailer: Mailer): void {
  const action = new URL(`${mailer.publicUrl}${resetPath}`).pathname;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = resetPageFor(request.headers['accept-language']);
    let page: Page;
    try {
      const wait = await parts.requests.take(addressOf(request), () => false);
      page = wait > 0 ? said(language, 'busy') : await answerPage(parts, request, language, action);
    } catch (error) {
      if (!(error instanceof Overloaded)) parts.log.error({ error }, 'A request failed');
      page = said(language, error instanceof Overloaded ? 'busy' : 'fault');
    }
    return reply
      .code(page.status)
      .headers(pageHeaders)
      .header('cache-control', 'no-store')
      .header('content-language', language.code)
      .header('vary', 'accept-language')
      .header('content-type', 'text/html; charset=utf-8')
      .send(page.html);
  };
  app.route({ method: ['GET', 'POST'], url: resetPath, handler: answer });
}

async function answerPage(
  parts: ServedParts,
  request: FastifyRequest,
  language: ResetPageLanguage,
  action: string,
): Promise<Page> {
  const posted = request.method === 'POST';
  // Of a form only: a password in an address would be kept in histories and logs.
  const pairs = posted ? await formPairs(request) : queryPairs(request.raw.url ?? '');
  const { values, refusal } = collectParameters(pairs);
  const token = values.get('token') ?? '';
  if (!tokenForm.test(token)) return said(language, 'dead');
  const now = inSeconds(parts.nowMs());
  const application = await applicationOfLink(parts.db, token, now);
  if (application === null) return said(language, 'dead');
  const form = { application: application.name, token, action };
  if (!posted) return { status: 200, html: formPage(language, form) };
  const chosen = password.safeParse(values.get('pass'));
  const problem = chosen.success
    ? language.copy.differ
    : fill(language.copy.rule, {
        most: new Intl.NumberFormat(language.code).format(maxPasswordLength),
      });
  if (refusal !== null || !chosen.success || values.get('again') !== chosen.data)
    return { status: 400, html: formPage(language, { ...form, problem }) };
  const passwordHash = await parts.passwordQueue.of(application.id).hash(chosen.data);
  const spent = await onBehalfOf(application.id, () =>
    transact(parts.db, (transaction) => spendLink(transaction, token, passwordHash, now)),
  );
  return said(language, spent ? 'changed' : 'dead');
}
