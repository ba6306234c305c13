// Answers `var` with the given number of the service's own layers, to show the cost of each.
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { pino } from 'pino';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { readContext } from '../../../packages/service/src/features/sessions/session-context.ts';
import {
  parseParameters,
  collectParameters,
} from '../../../packages/service/src/api/parameters.ts';
import { openDatabase } from '../../../packages/service/src/database/open.ts';
import type { Database } from '../../../packages/service/src/database/schema.ts';
import { bufferLines } from '../../../packages/service/src/host/log-lines.ts';
import { addressOf } from '../../../packages/service/src/http/client-address.ts';
import { productionConnections } from '../../../packages/service/src/http/connection-limits.ts';
import { limitConnections, serverOptions } from '../../../packages/service/src/http/connections.ts';
import { readEcho, sendOutcome } from '../../../packages/service/src/http/envelope.ts';
import { acceptForms, requestPairs } from '../../../packages/service/src/http/request-body.ts';
import type { Outcome } from '../../../packages/service/src/outcome.ts';
import { signersOf } from '../../../packages/service/src/secrets/signers.ts';
import { openSigner } from '../../../packages/service/src/secrets/signing.ts';

const [dataFolder = '', given = '0'] = process.argv.slice(2);
/** In the order of service-layers.js: 0 is only Fastify and the answer. */
const layers = Number(given);
const [isRead, isChecked, isLogged, isAsked] = [1, 2, 3, 4].map((layer) => layers >= layer);
const parts = {
  signers: signersOf(openSigner(join(dataFolder, 'signing-key.pem'))),
  nowMs: () => unixMs(Date.now()),
};
const outcome: Outcome = { ok: true, answer: { message: 'x'.repeat(40) } };
const proxies = ['127.0.0.1'];

const app = Fastify({ logger: false, ...serverOptions(productionConnections, proxies) });
const log = pino({ base: null }, bufferLines(process.stderr));
limitConnections(app, productionConnections, proxies, log);
acceptForms(app);
if (isLogged === true) app.addHook('onResponse', logged);
const database =
  isAsked === true ? await openDatabase({ dataFolder, onIdleFault: () => undefined }) : null;
app.get('/api/1.3/', isRead === true ? answer : answerUnread);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit(0));

async function answerUnread(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendOutcome(reply, parts, outcome, { ownerid: 'benchOwner', bound: {}, keys: [] });
}

async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (addressOf(request) === 'unknown') throw new Error('Whoever asks has an address');
  const parameters = collectParameters(await requestPairs(request));
  const echo = readEcho(parameters);
  if (isChecked === true) {
    const { ok } = parseParameters(clientSpec.var.request, parameters.values);
    if (!ok) throw new Error('The request does not fit');
  }
  if (database !== null) await ask(database, parameters.values);
  return sendOutcome(reply, parts, outcome, echo);
}

async function ask(db: Database, values: ReadonlyMap<string, string>): Promise<void> {
  const asked = {
    name: values.get('name') ?? '',
    ownerid: values.get('ownerid') ?? '',
    sessionid: values.get('sessionid') ?? '',
    extraRead: { kind: 'variable', varid: values.get('varid') ?? '' } as const,
  };
  const context = await readContext(db, asked, Math.floor(Date.now() / 1000));
  if (context === undefined || context.variable === null)
    throw new Error('The variable was not found');
}

function logged(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const path = request.routeOptions.url ?? 'other';
  const { statusCode: status, elapsedTime } = reply;
  log.info({ method: request.method, path, status, ms: Math.round(elapsedTime) });
  done();
}
