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
import {
  logRequests,
  noteClientOperation,
  noteSellerOperation,
  requestIdHeader,
  requestIdsBehind,
} from '../http/request-log.ts';
import { answerPreflight } from '../http/cors.ts';
import { refuse, type Outcome, type SellerOutcome } from '../outcome.ts';
import { acceptForms, maxBodyBytes, requestPairs } from '../http/request-body.ts';
import { readShopBody } from '../http/shop-body.ts';
import { collectParameters } from '../api/parameters.ts';
import { addCustomerPages } from '../features/customer-page/routes.ts';
import { addDesk } from '../features/desk/routes.ts';
import type { PageFiles } from '../http/browser/page-files.ts';
import { addShopRoute } from '../features/shops/receive.ts';
import { addResetRoute } from '../features/users/reset-route.ts';
import { runSellerApi, sendSellerOutcome } from '../api/seller-api.ts';
import { sellerRateLimited } from '../api/seller-failure.ts';
import { answerFault, answerUnrouted, clientFault, sellerFailure } from './app-faults.ts';
import { clientApi } from './client-api.ts';
import { addHealthRoutes } from './health-routes.ts';
import { proxyReports } from './proxy-reports.ts';
import type { Monitoring } from './monitoring.ts';
import { operationSets } from './seller-operations.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface Network {
  readonly trustedProxies?: readonly string[] | undefined;
  readonly connectionLimits?: ConnectionLimits | undefined;
  /** Null without the desk. */
  readonly desk?: PageFiles | null;
  /** Null without customers' pages. */
  readonly page?: PageFiles | null;
  /** The only host name of the customers' pages; undefined: any. */
  readonly pageHost?: string | undefined;
}

const routerOptions = {
  ignoreTrailingSlash: true,
  // A base URL with a final slash, joined with a path, has two slashes in a row.
  ignoreDuplicateSlashes: true,
  // `parseQuery` parses the raw URL strictly instead.
  querystringParser: () => ({}),
};

export function createApp(
  parts: Parts,
  { readiness, observe }: Pick<Monitoring, 'readiness' | 'observe'>,
  network: Network = {},
): FastifyInstance {
  const { trustedProxies = [], connectionLimits = productionConnections } = network;
  const { desk = null, page = null, pageHost } = network;
  const app = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    ...serverOptions(connectionLimits, trustedProxies),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    genReqId: requestIdsBehind(trustedProxies),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      answerFault(parts, request, reply.header(requestIdHeader, request.id), error);
    },
    routerOptions,
  });
  limitConnections(app, connectionLimits, trustedProxies, parts.log);
  logRequests(app, parts.log, observe);
  findClientAddresses(app, trustedProxies, proxyReports(parts.db, parts.log));
  app.setErrorHandler((error, request, reply) => answerFault(parts, request, reply, error));
  app.setNotFoundHandler((request, reply) => answerUnrouted(parts, request, reply));
  acceptForms(app);
  addHealthRoutes(app, readiness);
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
  if (desk !== null) addDesk(app, parts, operationSets, { pages: desk, trustedProxies, pageHost });
  if (page !== null)
    addCustomerPages(app, parts, clientApi, { files: page, trustedProxies, pageHost });
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
  addShopRoute(app, parts);
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
    noteClientOperation(request, values.get('type'));
    const retryAfter = await parts.requests.take(
      address,
      ({ name, ownerid }) => name === values.get('name') && ownerid === values.get('ownerid'),
    );
    const sender = {
      ip: address,
      acceptLanguage: request.headers['accept-language'],
      browser: null,
    };
    outcome =
      retryAfter > 0
        ? refuse('rate-limited', { retryAfter })
        : await parts.deliveries.around(() => runClientApi(clientApi, parts, parameters, sender));
    if (outcome.ok && hasContents(outcome))
      return await sendWithContents(reply, parts, outcome, echo);
  } catch (error) {
    outcome = clientFault(parts, request, error);
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
  noteSellerOperation(request, parameters.values.get('type'));
  try {
    const retryAfter = await parts.requests.take(address, ({ sellerkeyHashes }) =>
      sellerkeyHashes.includes(hashToken(parameters.values.get('sellerkey') ?? '')),
    );
    outcome =
      retryAfter > 0
        ? sellerRateLimited(retryAfter)
        : await parts.deliveries.around(() =>
            runSellerApi(
              operationSets,
              parts,
              parameters,
              () => readShopBody(request, pairs),
              address,
            ),
          );
  } catch (error) {
    outcome = sellerFailure(parts, request, error);
  }
  return sendSellerOutcome(reply, outcome, parameters.values.get('format'));
}
