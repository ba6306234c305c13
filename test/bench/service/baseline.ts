// What the service is measured against: the least that could answer the same request over the same route.
// var: the one joined read, signed. redeem: the one conditional update, signed. bare: node:http that signs a body, nothing else.
import { createServer } from 'node:http';
import { join } from 'node:path';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { readContext } from '../../../src/service/api/context.ts';
import { openDatabase } from '../../../src/service/database/open.ts';
import { readEcho, sendOutcome } from '../../../src/service/http/envelope.ts';
import { claimLicense } from '../../../src/service/licenses/licenses.ts';
import type { Outcome } from '../../../src/service/outcome.ts';
import { collectParameters, queryPairs } from '../../../src/service/http/request-parameters.ts';
import { signersOf } from '../../../src/service/secrets/signers.ts';
import { openSigner } from '../../../src/service/secrets/signing.ts';

const [kind = '', dataFolder = ''] = process.argv.slice(2);
const signer = openSigner(join(dataFolder, 'signing-key.pem'));
const signers = signersOf(signer);
const url = kind === 'bare' ? await serveBare() : await serve(kind === 'var' ? readVar : claim);
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit(0));

type Answer = (values: ReadonlyMap<string, string>) => Promise<Outcome<'var'>>;

async function serve(answer: Answer): Promise<string> {
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  app.get('/api/1.3', async (request: FastifyRequest, reply: FastifyReply) => {
    const parameters = collectParameters(queryPairs(request.raw.url ?? ''));
    const outcome = await answer(parameters.values);
    return sendOutcome(reply, { signers, nowMs: Date.now }, outcome, readEcho(parameters));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function open() {
  return openDatabase({ dataFolder, onIdleFault: () => undefined });
}

async function readVar(values: ReadonlyMap<string, string>): Promise<Outcome<'var'>> {
  const db = (opened ??= await open());
  const asked = {
    name: values.get('name') ?? '',
    ownerid: values.get('ownerid') ?? '',
    sessionid: values.get('sessionid') ?? '',
    also: { kind: 'variable', varid: values.get('varid') ?? '' } as const,
  };
  const context = await readContext(db, asked, Math.floor(Date.now() / 1000));
  return { ok: true, answer: { message: context?.variable?.value ?? '' } };
}

async function claim(values: ReadonlyMap<string, string>): Promise<Outcome<'var'>> {
  const db = (opened ??= await open());
  who ??= await Promise.all([
    db.selectFrom('applications').selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('users').select('id').executeTakeFirstOrThrow(),
  ]);
  const [application, user] = who;
  const key = values.get('key') ?? '';
  const seconds = await claimLicense(db, application, key, user.id, Math.floor(Date.now() / 1000));
  return { ok: true, answer: { message: seconds === null ? 'spent' : 'Upgraded successfully' } };
}

async function serveBare(): Promise<string> {
  const body = { success: true, code: 68, message: 'x'.repeat(40), nonce: '', ownerid: '' };
  const server = createServer((_request, response) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const timestamp = String(Math.floor(Date.now() / 1000));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': signer.sign(timestamp, bytes),
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

let opened: Awaited<ReturnType<typeof open>> | undefined;
let who: readonly [Parameters<typeof claimLicense>[1], { id: string }] | undefined;
