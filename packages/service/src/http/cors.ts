// Sends CORS headers: pages of any origin may call the client API
// (docs/protocol.md#signatures-and-freshness). The API uses no cookies and nothing else that a
// browser adds automatically, so a page can do no more than any program. The seller API sends no
// such headers, which keeps pages out.
import type { FastifyReply } from 'fastify';
import { signatureHeader, timestampHeader } from '@latchkey/protocol/envelope.ts';

const exposedHeaders = [signatureHeader, timestampHeader, 'retry-after'].join(', ');

/** Call it for every answer, including refusals. */
export function allowAllOrigins(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', exposedHeaders);
}

/** Answers a CORS preflight, unsigned: it has no body, and the page never sees it. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return allowAllOrigins(reply)
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, OPTIONS')
    .header('access-control-allow-headers', '*')
    .header('access-control-max-age', '86400')
    .send();
}
