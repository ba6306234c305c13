// `/desk/`: the page of the desk, and the requests that it sends.
// SECURITY: logs only names of operations, so neither request text nor cookies reach the log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDeskType } from '@latchkey/protocol/desk-api.ts';
import type { Parts } from '../../api/call.ts';
import type { OperationSets } from '../../api/seller-permission.ts';
import { addressOf } from '../../http/client-address.ts';
import { proxyMatcher } from '../../http/connections.ts';
import { noteSellerOperation } from '../../http/request-log.ts';
import { answerDeskRequest, deskFault } from './answers.ts';
import { refusal, type DeskOutcome } from './desk-call.ts';
import { isAtHost } from '../../http/browser/own-site.ts';
import type { PageFiles } from '../../http/browser/page-files.ts';
import { pageHeaders } from '../../http/browser/page-headers.ts';
import { immutable, noStore, sendFile, sendJson } from '../../http/browser/send-page.ts';
import { deskCookie } from '../../http/browser/session-cookie.ts';

export interface DeskOptions {
  readonly pages: PageFiles;
  readonly trustedProxies: readonly string[];
  /** The host name of customers' pages, at which there is no desk. */
  readonly pageHost?: string | undefined;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Called only with `--desk`. Without it, these paths do not exist. */
export function addDesk(
  app: FastifyInstance,
  parts: Parts,
  operations: OperationSets,
  { pages, trustedProxies, pageHost }: DeskOptions,
): void {
  const isTrustedProxy = proxyMatcher(trustedProxies);
  const context = { parts, operations, isTrustedProxy, version: pages.version };
  void app.register((desk, _options, done) => {
    desk.addHook('onRequest', (request, reply, next) => {
      const isElsewhere = pageHost !== undefined && isAtHost(request, isTrustedProxy, pageHost);
      if (isPlainPath(request.raw.url ?? '') && !isElsewhere) next();
      else reply.callNotFound();
    });
    // Also for bodies that an earlier hook refuses.
    desk.addHook('onSend', (_request, reply, _payload, next) => {
      reply.headers(pageHeaders);
      next();
    });
    desk.setErrorHandler((error, request, reply) => send(reply, deskFault(parts, request, error)));
    for (const [url, answer] of Object.entries(answersOf(pages)))
      desk.route({ method, url, handler: (request, reply) => get(parts, request, reply, answer) });
    desk.route({
      method,
      url: '/desk/api/*',
      handler: async (request, reply) => {
        if (request.method !== 'POST') return refuseMethod(reply, 'POST');
        const type = restOf(request);
        if (isDeskType(type)) request.operation = `desk-${type}`;
        else noteSellerOperation(request, type);
        return send(reply, await answerDeskRequest(context, request, type));
      },
    });
    done();
  });
}

/**
 * SECURITY: the router also accepts doubled slashes and escapes. A proxy that blocks `/desk` by its
 * first characters would let them pass.
 */
function isPlainPath(url: string): boolean {
  return /^\/desk(?:[/?]|$)/.test(url);
}

/** The page and its files, by the pattern of the path. */
function answersOf({ index, assets }: PageFiles): Readonly<Record<string, Answer>> {
  const page: Answer = (request, reply) => sendFile(request, reply, index, noStore);
  return {
    '/desk': (request, reply) =>
      /^[^?]*\/(\?|$)/.test(request.raw.url ?? '')
        ? page(request, reply)
        : reply.header('cache-control', noStore).redirect('/desk/', 308),
    '/desk/*': page,
    '/desk/assets/*': (request, reply) => {
      const file = assets.get(restOf(request));
      return file === undefined
        ? reply.code(404).header('cache-control', noStore).send()
        : sendFile(request, reply, file, immutable);
    },
  };
}

/** The decoded path below that of the route. */
function restOf({ params }: FastifyRequest): string {
  return (params as { '*': string })['*']; // as the pattern of the route says
}

async function get(
  { requests }: Pick<Parts, 'requests'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  request.operation = 'desk-page';
  const retryAfter = await requests.take(addressOf(request), () => false);
  if (retryAfter > 0) return send(reply, refusal('rate-limited', { retryAfter }));
  return request.method === 'GET' ? answer(request, reply) : refuseMethod(reply, 'GET');
}

function refuseMethod(reply: FastifyReply, allowed: string): FastifyReply {
  const message = `Only ${allowed} is allowed here.`;
  const refused = { ...refusal('bad-request', { message }), status: 405 };
  return send(reply.header('allow', allowed), refused);
}

function send(reply: FastifyReply, outcome: DeskOutcome): FastifyReply {
  return sendJson(reply, outcome, deskCookie);
}
