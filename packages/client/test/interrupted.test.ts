// The failure code for each way an answer goes wrong: `interrupted` only for closed connections.
import { expect, onTestFinished, test } from 'vitest';
import { startFaultServer } from '../../../test/support/fault-server.ts';
import { createNodeHttp } from '../src/http-node.ts';
import { createClient } from '../src/index.ts';

/** Sends the client's requests to this path of a faulty server. */
async function codeAt(path: string): Promise<string | null> {
  const server = await startFaultServer();
  const node = createNodeHttp();
  const client = createClient({
    baseUrl: server.addresses.plain,
    name: 'Northwind',
    ownerid: 'o',
    version: '1.0',
    publicKeys: ['a'.repeat(64)],
    http: { send: (request) => node.send({ ...request, url: server.addresses.plain + path }) },
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const reply = await client.request('check', {});
  return reply.ok ? null : reply.refusal.facts.code;
}

test.each([
  ['closed before a byte', '/closed'],
  ['reset before a byte', '/reset'],
  ['closed in the headers', '/half-head'],
  ['reset in the headers', '/reset-head'],
  ['closed in a body with a length', '/half-length'],
  ['reset in a body with a length', '/reset-length'],
  ['closed in a chunked body', '/half-chunked'],
  ['reset in a chunked body', '/reset-chunked'],
  ['reset in a compressed body', '/reset-gzip'],
])('a connection %s is reported as interrupted', async (_name, path) => {
  expect(await codeAt(path)).toBe('interrupted');
});

test.each([
  ['another protocol', '/no-http', 'bad-reply'],
  ['two lengths', '/two-lengths', 'bad-reply'],
  ['a chunk without a size', '/no-chunk-size', 'bad-reply'],
  ['broken compression', '/gzip-broken', 'bad-reply'],
  ['half of a compression, in a complete answer', '/gzip-half', 'bad-reply'],
  ['no content', '/no-content', 'bad-reply'],
  ['a declared length that is too large', '/over-declared', 'bad-reply'],
  ['a body that is too large', '/over-chunked', 'bad-reply'],
  ['headers that are too large', '/huge-head', 'bad-reply'],
  ['a redirect to a network login page', '/redirect-302', 'captive-portal'],
  ['an answer without a signature', '/json', 'bad-signature'],
])('%s is not reported as interrupted', async (_name, path, code) => {
  expect(await codeAt(path)).toBe(code);
});
