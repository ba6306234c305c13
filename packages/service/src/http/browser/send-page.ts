// Sends files and answers to the desk and to customers' pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteOutcome } from '../request-log.ts';
import type { OwnSite } from './own-site.ts';
import type { PageFile } from './page-files.ts';
import { sessionHeaders } from './session-cookie.ts';

export const noStore = 'no-store';
export const immutable = 'public, max-age=31536000, immutable';

/** An answer to a request of a page. */
export interface PageOutcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number | undefined;
  /** The new session id of the cookie. Empty removes the cookie. */
  readonly session?: { readonly id: string; readonly site: OwnSite } | undefined;
}

export function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, gzipped }: PageFile,
  caching: string,
): FastifyReply {
  const isGzipped = gzipped !== null && /\bgzip\b/.test(String(headers['accept-encoding']));
  if (isGzipped) reply.header('content-encoding', 'gzip');
  return reply
    .headers({ 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' })
    .send(isGzipped ? gzipped : bytes);
}

/** `cookie` is the name of the cookie with the session id. */
export function sendJson(reply: FastifyReply, outcome: PageOutcome, cookie: string): FastifyReply {
  const { status, body, retryAfter, session } = outcome;
  if (status >= 400 && status <= 403) noteOutcome(reply, 'refused');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (session !== undefined) reply.headers(sessionHeaders(session.id, session.site, cookie));
  return reply
    .code(status)
    .header('cache-control', noStore)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
