// Pages of any origin may call the client API (contract 0.4): it knows no cookies and nothing else that a browser adds by itself,
// so that such a page can do no more than any program. The seller API says nothing of this, and stays closed to them.
import type { FastifyReply } from 'fastify';
import { signatureHeader, timestampHeader } from '@latchkey/protocol/envelope.ts';

/** On every answer, also of a refusal. */
export function openToPages(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header(
      'access-control-expose-headers',
      [signatureHeader, timestampHeader, 'retry-after'].join(', '),
    );
}

/** What a browser asks before a request that is not quite plain. Not signed: it has no body, and the page never sees it. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return openToPages(reply)
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, OPTIONS')
    .header('access-control-allow-headers', '*')
    .header('access-control-max-age', '86400')
    .send();
}
