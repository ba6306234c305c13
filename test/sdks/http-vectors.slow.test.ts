// The vectors of HTTP, for which clients run against a server: the Node client agrees with them.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '@latchkey/client/index.ts';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { factsOfFault } from '@latchkey/client/unsigned-answer.ts';
import { application, serviceKey } from '../../scripts/sdks/signing.ts';
import { type FaultServer, startFaultServer } from '../../scripts/sdks/fault-server.ts';
import { file, type HttpCase, httpCases, login } from '../../scripts/sdks/http-cases.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

test.each(httpCases())('the Node client agrees about $name: $result', async (given) => {
  const baseUrl = `${server.addresses[given.address]}${given.path}`;
  const publicKeys = [serviceKey.publicKey];
  const client = createClient({ baseUrl, ...application, version: '1.0', publicKeys });
  try {
    const seen =
      given.operation === 'login' ? loginResult(client, given) : fileResult(client, given, baseUrl);
    expect(await seen).toBe(given.result);
  } finally {
    client.close();
  }
});

async function loginResult(client: Client, { timeoutSeconds }: HttpCase): Promise<string> {
  const { username, password: pass } = login;
  const hwid = randomBytes(32).toString('hex');
  const reply = await client.request('login', { username, pass, hwid }, timeoutSeconds * 1000);
  return reply.ok ? 'ok' : sharedReason(reply.refusal.facts.code);
}

/** Clients in other languages need not tell why the service cannot be reached. */
function sharedReason(code: string): string {
  return ['dns', 'offline', 'refused-connection'].includes(code) ? 'unreachable' : code;
}

async function fileResult(client: Client, given: HttpCase, baseUrl: string): Promise<string> {
  const reply = await client.request('file', { fileid: file.id });
  // The Node client shows this reason as any other refusal.
  if (!reply.ok) return reply.refusal.facts.code === 'refused' ? 'file-unknown' : 'unexpected';
  const { size, sha256, download } = reply.value;
  if (/^[a-z]+:/.test(download)) return 'bad-reply';
  return downloadResult(`${baseUrl}${download}`, size, sha256, given.timeoutSeconds);
}

async function downloadResult(
  url: string,
  size: number,
  sha256: string,
  seconds: number,
): Promise<string> {
  const hash = createHash('sha256');
  let [status, length] = [0, 0];
  const outcome = await createNodeDownloads({ piecesWithinMs: seconds * 1000 }).get({
    url,
    from: null,
    signal: new AbortController().signal,
    head: (given) => (status = given) === 200,
    piece: (bytes) => {
      hash.update(bytes);
      return (length += bytes.length) <= size;
    },
  });
  if (!outcome.ok) return sharedReason(factsOfFault(outcome.fault).code);
  if (status >= 500) return 'server-down';
  return length === size && hash.digest('hex') === sha256 ? 'ok' : 'bad-download';
}
