// Gives each request an id, and logs one line for it: operation, outcome and duration.
// SECURITY: each field is a name from our tables, a number or an id of limited form, so no request
// text reaches the log.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { isClientType } from '@latchkey/protocol/client-spec.ts';
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { normaliseAddress } from '../addresses.ts';
import type { SellerOutcome } from '../outcome.ts';
import { proxyMatcher } from './connections.ts';
import {
  fileDownloadPath,
  livePath,
  readyPath,
  releaseDownloadPath,
  releaseUploadPath,
  shopPath,
} from './paths.ts';

/** The outcomes of requests: those below, and the reasons of the client API. */
export type RequestOutcome = 'ok' | 'refused' | 'scope' | 'not-ready' | AnyReason;

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of an operation in our tables; empty until it is known. */
    operation: string;
    /** Empty if the status of the answer says it all. */
    outcome: RequestOutcome | '';
  }
}

export interface RequestSummary {
  /** The pattern of the path, or `other`. */
  readonly route: string;
  readonly operation: string;
  readonly outcome: RequestOutcome;
  readonly ms: number;
}

export const requestIdHeader = 'x-request-id';

/** UUIDs, and hex numbers such as nginx's `$request_id`. */
const requestIdForm = /^[0-9a-f-]{16,64}$/i;

/**
 * Returns a function that takes the id of a trusted proxy's header, and makes any other.
 * SECURITY: the form is narrow, because a proxy may pass on the header of its client.
 */
export function requestIdsBehind(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyMatcher(trustedProxies);
  return ({ headers, socket }) => {
    const reported = headers[requestIdHeader];
    const isUsable =
      typeof reported === 'string' &&
      requestIdForm.test(reported) &&
      isTrusted(normaliseAddress(socket.remoteAddress ?? '') ?? '');
    return isUsable ? reported : randomUUID();
  };
}

/** Operations of routes that have no parameter `type`. */
const routeOperations: ReadonlyMap<string, string> = new Map([
  [fileDownloadPath, 'download-file'],
  [releaseDownloadPath, 'download-release'],
  [releaseUploadPath, 'upload-release'],
  [shopPath, 'shop-event'],
  [livePath, 'healthz'],
  [readyPath, 'readyz'],
]);

/** Load balancers ask often, so these requests are logged at the level `debug`. */
const frequentOperations: ReadonlySet<string> = new Set(['healthz', 'readyz']);

/** `observe` is called for each request that is logged at the level `info`. */
export function logRequests(
  app: FastifyInstance,
  log: Pick<Logger, 'info' | 'debug'>,
  observe: (summary: RequestSummary) => void,
): void {
  app.decorateRequest('operation', '');
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method } = request;
    const route = request.routeOptions.url ?? 'other';
    const operation = request.operation || (routeOperations.get(route) ?? 'none');
    const outcome = request.outcome || outcomeOfStatus(reply.statusCode);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { id, method, path: route, operation, outcome, status: reply.statusCode, ms };
    if (frequentOperations.has(operation)) log.debug(line);
    else {
      log.info(line);
      observe({ route, operation, outcome, ms: reply.elapsedTime });
    }
    done();
  });
}

export function noteClientOperation(request: FastifyRequest, type: string | undefined): void {
  if (type !== undefined) request.operation = isClientType(type) ? type : 'unknown';
}

export function noteSellerOperation(request: FastifyRequest, type: string | undefined): void {
  if (type !== undefined) request.operation = sellerTypeOf(type) ?? 'unknown';
}

export function noteOutcome(reply: FastifyReply, outcome: RequestOutcome): void {
  reply.request.outcome = outcome;
}

/** SECURITY: messages may contain names, so they are only compared. */
export function noteSellerOutcome(
  reply: FastifyReply,
  { status, message, fields }: Pick<SellerOutcome, 'status' | 'message' | 'fields'>,
): void {
  if (status === 400) noteOutcome(reply, fields['reason'] === 'scope' ? 'scope' : 'refused');
  else if (message === sellerTexts.overloaded) noteOutcome(reply, 'overloaded');
  else noteOutcome(reply, outcomeOfStatus(status));
}

function outcomeOfStatus(status: number): RequestOutcome {
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'internal';
  return status >= 400 ? 'bad-request' : 'ok';
}
