// Answers requests that fail or have no route, in the form of the API of their path.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../api/call.ts';
import { collectParameters, parseQuery } from '../api/parameters.ts';
import { sendSellerOutcome } from '../api/seller-api.ts';
import { failed, refused, sellerOverloaded } from '../api/seller-failure.ts';
import { sellerFaultOf } from '../api/seller-faults.ts';
import { readEcho, sendOutcome } from '../http/envelope.ts';
import { clientPath, sellerPath } from '../http/paths.ts';
import { BadEncoding, BadJson } from '../http/request-body.ts';
import { badRequest, refuse, type Outcome, type SellerOutcome } from '../outcome.ts';
import { Overloaded } from '../overloaded.ts';

export function clientFault(parts: Parts, request: FastifyRequest, error: unknown): Outcome {
  if (error instanceof Overloaded) return refuse('overloaded', { retryAfter: error.retryAfter });
  logFault(parts, request, error);
  return refuse('internal');
}

export function sellerFailure(
  parts: Parts,
  request: FastifyRequest,
  error: unknown,
): SellerOutcome {
  if (error instanceof Overloaded) return sellerOverloaded(error.retryAfter);
  logFault(parts, request, error);
  return refused(sellerFaultOf(error), 500);
}

function logFault({ log }: Parts, { id }: FastifyRequest, error: unknown): void {
  log.error({ id, error }, 'A request failed');
}

export function answerUnrouted(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = pathOf(request);
  if (path !== clientPath && path !== sellerPath)
    return sendFault(parts, request, reply, refused('url-unknown', 404));
  reply.header('allow', 'GET, POST');
  return sendFault(parts, request, reply, refused('method-not-allowed', 405));
}

/** Answers failures outside a handler: a body too large, malformed or unsupported, or a defect. */
export function answerFault(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const status =
    error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
  const refusal = refusalOf(error, status);
  if (refusal !== null) return sendFault(parts, request, reply, refusal);
  logFault(parts, request, error);
  return sendFault(parts, request, reply, refused(sellerFaultOf(error), 500));
}

/** Returns null for a defect of the service. */
function refusalOf(error: unknown, status: number | undefined): SellerOutcome | null {
  if (status === 413) return refused('request-too-large', 413);
  if (status === 415) return refused('body-unsupported', 415);
  if (error instanceof BadEncoding)
    return failed(error.message, { code: 'body-not-utf8', encoding: error.encoding });
  if (error instanceof BadJson) return refused('json-not-flat');
  return status !== undefined && status >= 400 && status < 500 ? refused('request-invalid') : null;
}

function sendFault(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: SellerOutcome,
): FastifyReply {
  const { status, message } = failure;
  const parameters = collectParameters(parseQuery(request.raw.url ?? ''));
  const path = pathOf(request);
  if (path === sellerPath || path.startsWith(`${sellerPath}/`))
    return sendSellerOutcome(reply, failure, parameters.values.get('format'));
  const outcome = status === 500 ? refuse('internal') : badRequest(message);
  // `sendOutcome` derives 400 and 500 itself, because some failures are sent as 200.
  const ownStatus = status === 400 || status === 500 ? undefined : status;
  return sendOutcome(reply, parts, outcome, readEcho(parameters), ownStatus);
}

function pathOf(request: FastifyRequest): string {
  const path = ((request.raw.url ?? '').split('?', 1)[0] ?? '').replace(/\/+/g, '/');
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
