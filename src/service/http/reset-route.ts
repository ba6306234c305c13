// `/reset`: where the links of `forgot` lead. Looking at the page spends nothing, as mail programs look at links, too.
// SECURITY: token and password reach neither a log nor another page than the one that was asked for.
import { maxPasswordLength } from '../../shared/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { password } from '../../shared/wire/primitives.ts';
import type { Parts } from '../call.ts';
import { addressOf } from './client-address.ts';
import type { Mailer } from '../outbound/mail.ts';
import { Overloaded } from '../overloaded.ts';
import { applicationOfLink, spendLink, tokenForm, resetPath } from '../secrets/password-resets.ts';
import { formPairs } from './request-body.ts';
import { collectParameters, queryPairs } from './request-parameters.ts';
import { formPage, pageHeaders, sentencePage } from './reset-page.ts';
import { transact } from '../database/transact.ts';

interface Page {
  readonly status: number;
  readonly html: string;
}

const dead: Page = {
  status: 410,
  html: sentencePage(
    'This link does not work any more',
    'It works once and for an hour. Ask for another one in the program.',
  ),
};
const busy: Page = {
  status: 429,
  html: sentencePage('Too much to do just now', 'Wait a minute, then load this page again.'),
};
const fault: Page = {
  status: 500,
  html: sentencePage('Something went wrong', 'Nothing has changed. Try again later.'),
};
const changed: Page = {
  status: 200,
  html: sentencePage(
    'Your password has been changed',
    'You can sign in with it in the program now. Wherever you were signed in, you are not any more.',
  ),
};

/** Only where mail can be sent: without it there are no links. */
export function addResetRoute(app: FastifyInstance, parts: Parts, mailer: Mailer): void {
  const action = new URL(`${mailer.publicUrl}${resetPath}`).pathname;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let page: Page;
    try {
      const wait = await parts.requests.take(addressOf(request), () => false);
      page = wait > 0 ? busy : await answerPage(parts, request, action);
    } catch (error) {
      if (!(error instanceof Overloaded)) parts.log.error({ error }, 'A request failed');
      page = error instanceof Overloaded ? busy : fault;
    }
    return reply
      .code(page.status)
      .headers(pageHeaders)
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .send(page.html);
  };
  app.route({ method: ['GET', 'POST'], url: resetPath, handler: answer });
}

async function answerPage(parts: Parts, request: FastifyRequest, action: string): Promise<Page> {
  const posted = request.method === 'POST';
  // Of a form only: a password in an address would be kept in histories and logs.
  const pairs = posted ? await formPairs(request) : queryPairs(request.raw.url ?? '');
  const { values, refusal } = collectParameters(pairs);
  const token = values.get('token') ?? '';
  if (!tokenForm.test(token)) return dead;
  const now = Math.floor(parts.nowMs() / 1000);
  const application = await applicationOfLink(parts.db, token, now);
  if (application === null) return dead;
  const form = { application: application.name, token, action };
  if (!posted) return { status: 200, html: formPage(form) };
  const chosen = password.safeParse(values.get('pass'));
  const problem = chosen.success
    ? 'The two passwords differ.'
    : `A password has 1 to ${String(maxPasswordLength)} characters, none of them a control character.`;
  if (refusal !== null || !chosen.success || values.get('again') !== chosen.data)
    return { status: 400, html: formPage({ ...form, problem }) };
  const passwordHash = await parts.passwordQueue.of(application.id).hash(chosen.data);
  const spent = await transact(parts.db, (transaction) =>
    spendLink(transaction, token, passwordHash, now),
  );
  return spent ? changed : dead;
}
