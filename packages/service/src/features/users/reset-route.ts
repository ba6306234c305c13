// `/reset`: the password reset page that `forgot` links to. Viewing it does not use the link up,
// because mail programs open links too.
// SECURITY: token and password never reach a log or another page.
import { type ResetTexts, resetTextsFor } from './reset-texts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { password } from '@latchkey/protocol/primitives.ts';
import type { Parts } from '../../api/call.ts';
import { FollowUps } from '../../api/follow-ups.ts';
import { addressOf } from '../../http/client-address.ts';
import type { Mailer } from '../../outbound/mail.ts';
import { Overloaded } from '../../overloaded.ts';
import { applicationOfLink, redeemLink, tokenPattern, resetPath } from './password-resets.ts';
import { formPairs } from '../../http/request-body.ts';
import { collectParameters, parseQuery } from '../../api/parameters.ts';
import { formPage, pageHeaders, sentencePage } from './reset-page.ts';
import { transactWithin } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

interface Page {
  readonly status: number;
  readonly html: string;
}

const statuses = { dead: 410, busy: 429, fault: 500, changed: 200 } as const;

function messagePage(texts: ResetTexts, outcome: keyof typeof statuses): Page {
  return { status: statuses[outcome], html: sentencePage(texts, outcome) };
}

/** Called only if the service can send mail, because otherwise no links exist. */
export function addResetRoute(app: FastifyInstance, parts: Parts, mailer: Mailer): void {
  const action = new URL(`${mailer.publicUrl}${resetPath}`).pathname;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.operation = 'reset-page';
    const texts = resetTextsFor(request.headers['accept-language']);
    let page: Page;
    try {
      const retryAfter = await parts.requests.take(addressOf(request), () => false);
      page =
        retryAfter > 0
          ? messagePage(texts, 'busy')
          : await answerPage(parts, request, texts, action);
    } catch (error) {
      if (!(error instanceof Overloaded))
        parts.log.error({ id: request.id, error }, 'A request failed');
      page = messagePage(texts, error instanceof Overloaded ? 'busy' : 'fault');
    }
    return reply
      .code(page.status)
      .headers(pageHeaders)
      .header('cache-control', 'no-store')
      .header('content-language', texts.code)
      .header('vary', 'accept-language')
      .header('content-type', 'text/html; charset=utf-8')
      .send(page.html);
  };
  app.route({ method: ['GET', 'POST'], url: resetPath, handler: answer });
}

async function answerPage(
  parts: Parts,
  request: FastifyRequest,
  texts: ResetTexts,
  action: string,
): Promise<Page> {
  const isPost = request.method === 'POST';
  // Ignores a password in the query: URLs stay in histories and logs.
  const pairs = isPost ? await formPairs(request) : parseQuery(request.raw.url ?? '');
  const { values, refusal } = collectParameters(pairs);
  const token = values.get('token') ?? '';
  if (!tokenPattern.test(token)) return messagePage(texts, 'dead');
  const now = toUnixSeconds(parts.nowMs());
  const application = await applicationOfLink(parts.db, token, now);
  if (application === null) return messagePage(texts, 'dead');
  const form = { application: application.name, token, action };
  if (!isPost) return { status: 200, html: formPage(texts, form) };
  const chosen = password.safeParse(values.get('pass'));
  const problem = chosen.success ? texts.differ : texts.rule;
  if (refusal !== null || !chosen.success || values.get('again') !== chosen.data)
    return { status: 400, html: formPage(texts, { ...form, problem }) };
  const passwordHash = await parts.passwordQueue.of(application.id).hash(chosen.data);
  const followUps = new FollowUps();
  const isChanged = await onBehalfOf(application.id, () =>
    transactWithin({ ...parts, now, afterwards: followUps.add }, (call) =>
      redeemLink(call, token, passwordHash, chosen.data),
    ),
  );
  await followUps.run(parts);
  return messagePage(texts, isChanged ? 'changed' : 'dead');
}
