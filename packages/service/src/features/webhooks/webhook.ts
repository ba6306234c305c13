// `webhook`: calls one of the seller's URLs for a client (docs/protocol.md#webhooks).
// SECURITY: answers and logs never contain the URL. Clients can append to it, but not leave its
// host or path.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { refuseUnlessSignedIn, type SessionCall } from '../../api/call.ts';
import { valueText } from '../../api/parameters.ts';
import { openAt } from '../../secrets/at-rest.ts';
import { OutboundProblem } from '../../outbound/outbound.ts';
import { badRequest, refuse, type Outcome } from '../../outcome.ts';

const maxAnswerBytes = 64 * 1024;
const timeoutMs = 10_000;
/** RFC 9110: type/subtype with parameters, as tokens or quoted text. */
const mediaType =
  /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}(\s*;\s*[\w!#$&^.+-]{1,40}=([\w!#$&^.+-]{1,60}|"[\w !#$&^.+/=-]{0,60}"))*$/;
/** The type of a body without `conttype`. */
const formType = 'application/x-www-form-urlencoded';
/** Matches text that some servers treat as a step up in the path. */
const parentPathPattern = /\.\.|%2e|%2f|%5c/i;

export async function webhook(
  call: SessionCall,
  { webid, params = '', body: sentBody, conttype: sentType }: RequestOf<'webhook'>,
): Promise<Outcome<'webhook'>> {
  const [body, conttype] = [orEmpty(sentBody), orEmpty(sentType)];
  if (conttype !== '' && !mediaType.test(conttype))
    return badRequest('The parameter "conttype" is not valid.');
  const hook = await call.db
    .selectFrom('webhooks')
    .select(['url', 'userAgent', 'authed'])
    .where('applicationId', '=', call.application.id)
    .where('webid', '=', webid)
    // Clients may not call the targets of events.
    .where('events', '=', '')
    .executeTakeFirst();
  const refusal = hook?.authed === 1 ? refuseUnlessSignedIn(call) : null;
  if (refusal !== null) return refusal;
  if (hook === undefined) return refuse('webhook-unknown');
  const base = openAt(call.secret, 'webhook addresses', [call.application.id], hook.url);
  const url = appendParams(base, params);
  if (url === null) return badRequest('The parameter "params" is not valid.');
  const type = { 'content-type': conttype === '' ? formType : conttype };
  const sent = body === '' ? {} : { body };
  const headers = { 'user-agent': hook.userAgent, ...(body !== '' && type) };
  await call.idempotency.claim(call.db, () => Promise.resolve());
  try {
    const applicationId = call.application.id;
    const limits = { applicationId, maxBytes: maxAnswerBytes, timeoutMs };
    const answer = await call.outbound.fetch(url, { ...sent, headers, ...limits });
    const response = valueText(answer.body);
    // Replacement characters would change the text that the program reads.
    if (typeof response !== 'string') return refuse('webhook-failed');
    return { ok: true, answer: { message: 'Webhook request successful', response } };
  } catch (error) {
    if (error instanceof OutboundProblem) return refuse('webhook-failed');
    throw error;
  }
}

/** Clients in JavaScript send the word "undefined" for a missing value. */
function orEmpty(text: string | undefined): string {
  return text === undefined || text === 'undefined' ? '' : text;
}

/** Appends `params` to the URL. Returns null if the result leaves the seller's host or path. */
export function appendParams(base: string, params: string): string | null {
  const text = base + params;
  if (!URL.canParse(text)) return null;
  const before = new URL(base);
  const after = new URL(text);
  const isWithinPath =
    after.origin === before.origin &&
    after.username === before.username &&
    after.password === before.password &&
    after.pathname.startsWith(before.pathname) &&
    !parentPathPattern.test(after.pathname.slice(before.pathname.length)) &&
    // A query in the seller's URL may only be extended.
    after.search.startsWith(before.search);
  return isWithinPath ? after.href : null;
}
