// Creates the HTTP server: routes of both APIs, and answers for failures in the form of the failed
// route.
// SECURITY: logs only route patterns, so no request text reaches the log.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Parts } from '../api/call.ts';
import { addressOf, findClientAddresses } from '../http/client-address.ts';
import { runClientApi } from '../api/client-api.ts';
import { productionConnections, type ConnectionLimits } from '../http/connection-limits.ts';
import { limitConnections, serverOptions } from '../http/connections.ts';
import { hasContents, sendWithContents } from '../http/answer-with-contents.ts';
import { clientPath, sellerPath, fileDownloadPath } from '../http/paths.ts';
import { answerDownload } from '../features/files/download.ts';
import { addReleaseDownload } from '../features/releases/release-download.ts';
import { addReleaseUpload } from '../features/releases/release-upload.ts';
import { readEcho, sendOutcome } from '../http/envelope.ts';
import { answerPreflight } from '../http/cors.ts';
import { Overloaded } from '../overloaded.ts';
import { sellerFaultText } from '../api/seller-faults.ts';
import { badRequest, refuse, type Outcome, type SellerOutcome } from '../outcome.ts';
import {
  acceptForms,
  BadEncoding,
  BadJson,
  maxBodyBytes,
  requestPairs,
} from '../http/request-body.ts';
import { readShopBody } from '../http/shop-body.ts';
import { collectParameters, parseQuery } from '../api/parameters.ts';
import { addResetRoute } from '../features/users/reset-route.ts';
import {
  runSellerApi,
  sellerOverloaded,
  sellerRateLimited,
  sendSellerOutcome,
} from '../api/seller-api.ts';
import { clientApi } from './client-api.ts';
import { proxyReports } from './proxy-reports.ts';
import { sellerOperations } from './seller-operations.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface Network {
  readonly trustedProxies?: readonly string[] | undefined;
  readonly connectionLimits?: ConnectionLimits | undefined;
}

const routerOptions = {
  ignoreTrailingSlash: true,
  // A base URL with a final slash, joined with a path, has two slashes in a row.
  ignoreDuplicateSlashes: true,
  // `parseQuery` parses the raw URL strictly instead.
  querystringParser: () => ({}),
};

export function createApp(parts: Parts, network: Network = {}): FastifyInstance {
  const { trustedProxies = [], connectionLimits = productionConnections } = network;
  const app = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    ...serverOptions(connectionLimits, trustedProxies),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      answerFault(parts, request, reply, error);
    },
    routerOptions,
  });
  limitConnections(app, connectionLimits, trustedProxies, parts.log);
  findClientAddresses(app, trustedProxies, proxyReports(parts.db, parts.log));
  app.setErrorHandler((error, request, reply) => answerFault(parts, request, reply, error));
  app.setNotFoundHandler((request, reply) => answerUnrouted(parts, request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    parts.log.info({
      method: request.method,
      path: request.routeOptions.url ?? 'other',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
  acceptForms(app);
  app.route({
    method: ['GET', 'POST'],
    url: clientPath,
    handler: (request, reply) => answerClient(parts, request, reply),
  });
  app.options(clientPath, (_request, reply) => answerPreflight(reply));
  addContents(app, parts);
  app.route({
    method: ['GET', 'POST'],
    url: sellerPath,
    handler: (request, reply) => answerSeller(parts, request, reply),
  });
  if (parts.mailer !== null) addResetRoute(app, parts, parts.mailer);
  return app;
}

function addContents(app: FastifyInstance, parts: Parts): void {
  app.options(fileDownloadPath, (_request, reply) => answerPreflight(reply));
  app.route({
    method: 'GET',
    url: fileDownloadPath,
    handler: (request, reply) => answerDownload(parts, request, reply),
  });
  addReleaseDownload(app, parts);
  addReleaseUpload(app, parts);
}

async function answerClient(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = addressOf(request);
  const parameters = collectParameters(await requestPairs(request));
  const echo = readEcho(parameters);
  let outcome: Outcome;
  try {
    const { values } = parameters;
    const retryAfter = await parts.requests.take(
      address,
      ({ name, ownerid }) => name === values.get('name') && ownerid === values.get('ownerid'),
    );
    const sender = { ip: address, acceptLanguage: request.headers['accept-language'] };
    outcome =
      retryAfter > 0
        ? refuse('rate-limited', { retryAfter })
        : await parts.deliveries.around(() => runClientApi(clientApi, parts, parameters, sender));
    if (outcome.ok && hasContents(outcome))
      return await sendWithContents(reply, parts, outcome, echo);
  } catch (error) {
    outcome = clientFault(parts, error);
  }
  return sendOutcome(reply, parts, outcome, echo);
}

async function answerSeller(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = addressOf(request);
  const pairs = await requestPairs(request);
  const parameters = collectParameters(pairs);
  let outcome: SellerOutcome;
  try {
    const retryAfter = await parts.requests.take(address, ({ sellerkeyHashes }) =>
      sellerkeyHashes.includes(hashToken(parameters.values.get('sellerkey') ?? '')),
    );
    outcome =
      retryAfter > 0
        ? sellerRateLimited(retryAfter)
        : await parts.deliveries.around(() =>
            runSellerApi(
              sellerOperations,
              parts,
              parameters,
              () => readShopBody(request, pairs),
              address,
            ),
          );
  } catch (error) {
    outcome = sellerFailure(parts, error);
  }
  return sendSellerOutcome(reply, outcome, parameters.values.get('format'));
}

function clientFault(parts: Parts, error: unknown): Outcome {
  if (error instanceof Overloaded) return refuse('overloaded', { retryAfter: error.retryAfter });
  parts.log.error({ error }, 'A request failed');
  return refuse('internal');
}

function sellerFailure(parts: Parts, error: unknown): SellerOutcome {
  if (error instanceof Overloaded) return sellerOverloaded(error.retryAfter);
  parts.log.error({ error }, 'A request failed');
  return sellerFault(500, sellerFaultText(error));
}

function answerUnrouted(parts: Parts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request);
  if (path !== clientPath && path !== sellerPath)
    return sendFault(parts, request, reply, 404, 'This URL does not exist.');
  reply.header('allow', 'GET, POST');
  return sendFault(parts, request, reply, 405, 'Only GET and POST are allowed here.');
}

/** Answers failures outside a handler: a body too large, malformed or unsupported, or a defect. */
function answerFault(
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
  parts.log.error({ error }, 'A request failed');
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
