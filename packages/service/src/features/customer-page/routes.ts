// `/my/<pagename>`: the customers' page of an application, and the requests that it sends.
// SECURITY: logs only names of operations, so neither request text nor cookies reach the log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetsName, isForwarded, isPageType, pageName } from '@latchkey/protocol/page-api.ts';
import { programOrigin, programPath } from '@latchkey/protocol/web-loader.ts';
import type { Parts } from '../../api/call.ts';
import type { ClientApi } from '../../api/client-api.ts';
import { addressOf } from '../../http/client-address.ts';
import { proxyMatcher } from '../../http/connections.ts';
import { isAtHost } from '../../http/browser/own-site.ts';
import type { PageFile, PageFiles } from '../../http/browser/page-files.ts';
import { pageHeaders, policyWith } from '../../http/browser/page-headers.ts';
import { immutable, noStore, sendFile, sendJson } from '../../http/browser/send-page.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { refuse } from '../../outcome.ts';
import { answerPageRequest, pageFault } from './answers.ts';
import { refused, refusedBy } from './page-call.ts';
import { sendPackage } from './package-download.ts';
import { cookieOf } from './page-session.ts';

export interface CustomerPageOptions {
  readonly files: PageFiles;
  readonly trustedProxies: readonly string[];
  /** The only host name of the pages; undefined: any. */
  readonly pageHost?: string | undefined;
}

/** SECURITY: only this part of the page may talk to programs, and only at one port. */
const programRoute = `/my/:page/${programPath}`;
const programHeaders = {
  ...pageHeaders,
  'content-security-policy': policyWith(`'self' ${programOrigin}`),
};

const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Called only with `--page`. Without it, these paths do not exist. */
export function addCustomerPages(
  app: FastifyInstance,
  parts: Parts,
  api: ClientApi,
  { files, trustedProxies, pageHost }: CustomerPageOptions,
): void {
  const isTrustedProxy = proxyMatcher(trustedProxies);
  const context = { parts, api, isTrustedProxy };
  void app.register((pages, _options, done) => {
    pages.addHook('onRequest', (request, reply, next) => {
      const isHere = pageHost === undefined || isAtHost(request, isTrustedProxy, pageHost);
      if (isHere && isPlainPath(request.raw.url ?? '')) next();
      else reply.callNotFound();
    });
    // Also for bodies that an earlier hook refuses.
    pages.addHook('onSend', (request, reply, _payload, next) => {
      reply.headers(request.routeOptions.url === programRoute ? programHeaders : pageHeaders);
      next();
    });
    pages.setErrorHandler((error, request, reply) =>
      send(reply, pageFault(parts, request, error), ''),
    );
    addFiles(pages, parts, files);
    pages.route({
      method,
      url: '/my/:page/api/:type',
      handler: async (request, reply) => {
        const { page = '', type = '' } = paramsOf(request);
        request.operation = isPageType(type) || isForwarded(type) ? `page-${type}` : 'unknown';
        if (request.method !== 'POST') return refuseMethod(reply, 'POST');
        return send(reply, await answerPageRequest(context, request, page, type), page);
      },
    });
    pages.route({
      method,
      url: '/my/:page/download/*',
      handler: (request, reply) => download(parts, request, reply),
    });
    done();
  });
}

function addFiles(pages: FastifyInstance, parts: Parts, files: PageFiles): void {
  pages.route({
    method,
    url: `/my/${assetsName}/*`,
    handler: (request, reply) => {
      const file = files.assets.get(paramsOf(request)['*'] ?? '');
      return get(parts, request, reply, file, immutable);
    },
  });
  for (const url of ['/my/:page', programRoute])
    pages.route({
      method,
      url,
      handler: (request, reply) => get(parts, request, reply, files.index, noStore),
    });
}

/** SECURITY: the router also accepts doubled slashes and escapes, which a proxy may not know. */
function isPlainPath(url: string): boolean {
  const name = /^\/my\/([^/?]*)(?:[/?]|$)/.exec(url)?.[1] ?? '';
  return pageName.safeParse(name).success;
}

function paramsOf({ params }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return params as Record<string, string | undefined>; // as the patterns of the routes say
}

async function get(
  { requests }: Pick<Parts, 'requests'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile | undefined,
  caching: string,
): Promise<FastifyReply> {
  request.operation = 'page';
  const retryAfter = await requests.take(addressOf(request), () => false);
  if (retryAfter > 0) return send(reply, refusedBy(refuse('rate-limited', { retryAfter })), '');
  if (request.method !== 'GET') return refuseMethod(reply, 'GET');
  return file === undefined
    ? send(reply, refused('page-unknown'), '')
    : sendFile(request, reply, file, caching);
}

async function download(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.operation = 'page-download';
  const { page: pageName = '', '*': ticketText = '' } = paramsOf(request);
  if (request.method !== 'GET') return refuseMethod(reply, 'GET');
  const refusal = await sendPackage(parts, request, reply, { pageName, ticketText });
  return refusal === null ? reply : send(reply, refusal, '');
}

function refuseMethod(reply: FastifyReply, allowed: string): FastifyReply {
  const { body } = refusedBy({
    ...refuse('bad-request'),
    message: `Only ${allowed} is allowed here.`,
  });
  return send(reply.header('allow', allowed), { status: 405, body }, '');
}

function send(reply: FastifyReply, outcome: PageOutcome, page: string): FastifyReply {
  return sendJson(reply, outcome, cookieOf(page));
}
