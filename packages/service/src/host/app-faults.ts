// Answers requests that fail or have no route, in the form of the API of their path.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../api/call.ts';
import { collectParameters, parseQuery } from '../api/parameters.ts';
import { sellerOverloaded, sendSellerOutcome } from '../api/seller-api.ts';
import { sellerFaultText } from '../api/seller-faults.ts';
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
  return sellerFault(500, sellerFaultText(error));
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
    return sendFault(parts, request, reply, 404, 'This URL does not exist.');
  reply.header('allow', 'GET, POST');
  return sendFault(parts, request, reply, 405, 'Only GET and POST are allowed here.');
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
  if (status === 413) return sendFault(parts, request, reply, 413, 'The request is too large.');
  if (status === 415)
    return sendFault(
      parts,
      request,
      reply,
      415,
      'The body must be an urlencoded or multipart form, or flat JSON.',
    );
  if (error instanceof BadEncoding) return sendFault(parts, request, reply, 400, error.message);
  if (error instanceof BadJson)
    return sendFault(
      parts,
      request,
      reply,
      400,
      'The JSON must be one flat object of strings, numbers and booleans.',
    );
  if (status !== undefined && status >= 400 && status < 500)
    return sendFault(parts, request, reply, 400, 'The request is not valid.');
  logFault(parts, request, error);
  return sendFault(parts, request, reply, 500, sellerFaultText(error));
}

function sendFault(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: SellerOutcome['status'],
  message: string,
): FastifyReply {
  const parameters = collectParameters(parseQuery(request.raw.url ?? ''));
  const path = pathOf(request);
  if (path === sellerPath || path.startsWith(`${sellerPath}/`))
    return sendSellerOutcome(reply, sellerFault(status, message), parameters.values.get('format'));
  const outcome = status === 500 ? refuse('internal') : badRequest(message);
  // `sendOutcome` derives 400 and 500 itself, because some failures are sent as 200.
  const ownStatus = status === 400 || status === 500 ? undefined : status;
  return sendOutcome(reply, parts, outcome, readEcho(parameters), ownStatus);
}

function sellerFault(status: SellerOutcome['status'], message: string): SellerOutcome {
  return { status, message, fields: {}, text: null };
}

function pathOf(request: FastifyRequest): string {
  const path = ((request.raw.url ?? '').split('?', 1)[0] ?? '').replace(/\/+/g, '/');
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
