// Unusual answers, services that ask to wait, and network errors.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { cli, keyFile } from './support/cli.ts';

const key = 'test0seller0key0of032characters0';

interface Seen {
  readonly method: string;
  readonly query: string;
  readonly body: string;
}

/** A fake service that records every request. */
async function fakeService(answer: (response: ServerResponse, seen: readonly Seen[]) => void) {
  const received: Seen[] = [];
  const server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const [, query = ''] = (request.url ?? '').split('?');
    received.push({ method: request.method ?? '', query, body: Buffer.concat(chunks).toString() });
    answer(response, received);
  }
  return { url: await listen(server), seen: received };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)(); // an HTTP server
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://127.0.0.1:${port}`;
}

const ask = (url: string, words: string, more = {}) =>
  cli([...words.split(' '), '--url', url, '--key-file', keyFile(key)], more);

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

test('requests are sent by POST, and by GET only with --get', async () => {
  const { url, seen } = await fakeService((response) =>
    json(response, 200, { success: true, subs: [] }),
  );
  await ask(url, 'subs list');
  await ask(url, 'subs list --get');
  expect(seen[0]).toMatchObject({ method: 'POST', query: '' });
  expect(seen[0]?.body).toContain(`sellerkey=${key}&type=fetchallsubs`);
  expect(seen[1]).toMatchObject({ method: 'GET', body: '' });
});

test('answers may have numbers or texts, objects or lists, and missing or unknown fields', async () => {
  const rows = {
    a: { key: 'AAA', expires: 86_400, status: 'Not Used', level: 1, extra: { deep: [1] } },
    b: { key: 'BBB', expires: '8639100000', status: 'Used', usedon: '1700000000' },
  };
  const { url } = await fakeService((response) =>
    json(response, 302, { success: true, message: 7, keys: rows }),
  );
  const ran = await ask(url, 'keys list');
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toMatch(/AAA +Not Used +1 d +1/);
  expect(ran.stdout).toMatch(/BBB +Used +lifetime .*2023-11-14 22:13Z/);
});

test('a list of texts is shown like a list of objects', async () => {
  const { url } = await fakeService((response) =>
    json(response, 200, { success: true, sessions: ['one', 'two'] }),
  );
  expect((await ask(url, 'sessions list')).stdout).toContain('2 sessions');
});

test('a rate-limited request is retried after the time that the service requests', async () => {
  const { url, seen } = await fakeService((response, { length }) =>
    length === 1
      ? json(response, 429, { success: false, status: false, message: 'slow', retryAfter: 7 })
      : json(response, 200, { success: true, subs: [] }),
  );
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  const ran = await ask(url, 'subs list', { wait });
  expect(ran).toMatchObject({ exitCode: 0, stderr: 'The service is busy. Waiting 7 seconds.\n' });
  expect(waits).toEqual([7000]);
  expect(seen).toHaveLength(2);
});

test('retries end after ten waits, and long waits are refused', async () => {
  const limited = { success: false, status: false, message: 'too many' };
  const always = await fakeService((response) =>
    json(response, 429, { ...limited, retryAfter: 1 }),
  );
  const ran = await ask(always.url, 'subs list', { wait: () => Promise.resolve() });
  expect(ran.exitCode).toBe(1);
  expect(always.seen).toHaveLength(11);
  const long = await fakeService((response) =>
    json(response, 429, { ...limited, retryAfter: 3600 }),
  );
  expect((await ask(long.url, 'subs list')).stderr).toBe('The service says: too many\n');
});

test.each([
  [302, { location: 'https://elsewhere.example/' }, 'redirects to another URL (302)'],
  [502, { 'content-type': 'text/html' }, 'the service behind it does not answer (502)'],
  [404, { 'content-type': 'text/html' }, 'has no seller API at'],
  [200, { 'content-type': 'text/html' }, 'is not from a seller API (200, text/html)'],
])('status %i with %j has a specific error', async (status, headers, sentence) => {
  const { url, seen } = await fakeService((response) => {
    response.writeHead(status, headers).end('<html>');
  });
  const ran = await ask(url, 'subs list');
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(sentence);
  expect(seen).toHaveLength(1);
});

test('plain-text refusals are shown, and an answer without its list is reported', async () => {
  const plain = await fakeService((response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('No such key\u001b[2J');
  });
  expect((await ask(plain.url, 'subs list')).stderr).toContain('has no seller API');
  const refused = await fakeService((response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Not for you\u001b[2J');
  });
  expect((await ask(refused.url, 'subs list')).stderr).toBe(
    'The service says: Not for you\\u001b[2J\n',
  );
  const empty = await fakeService((response) => json(response, 200, { success: true }));
  expect((await ask(empty.url, 'subs list')).stderr).toBe('The service answered without "subs".\n');
});

test('refused connections, timeouts and closed connections have specific errors', async () => {
  const closed = createSocketServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo; // it listens on a port, not on a pipe
  closed.close();
  await once(closed, 'close');
  const refused = await ask(`http://127.0.0.1:${port}`, 'subs list');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('Nothing listens at 127.0.0.1');

  const silent = await fakeService(() => undefined);
  expect((await ask(silent.url, 'subs list --timeout 1')).stderr).toContain(
    'did not answer within 1 sec',
  );

  const cutting = createSocketServer((socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  );
  expect((await ask(await listen(cutting), 'subs list')).stderr).toContain(
    'closed the connection before it answered',
  );
});

test('a failing batch of keys prints the created keys', async () => {
  const keys = (batch: number) => Array.from({ length: 100 }, (_, index) => `K${batch}-${index}`);
  const { url } = await fakeService((response, { length }) =>
    length <= 2
      ? json(response, 200, { success: true, keys: keys(length) })
      : json(response, 400, { success: false, message: 'No more' }),
  );
  const ran = await ask(url, 'keys add --days 1 --amount 500');
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout.trim().split('\n')).toEqual([...keys(1), ...keys(2)]);
  expect(ran.stderr).toBe('The service says: No more\n200 of 500 were created.\n');
});

test('doctor reports a compressing proxy', async () => {
  const { url } = await fakeService((response) => {
    const headers = {
      'content-encoding': 'gzip',
      'x-signature-ed25519': 'ab',
      'x-signature-timestamp': '1',
    };
    response.writeHead(200, headers).end(gzipSync('{}'));
  });
  const ran = await cli(['doctor', '--url', url, '--public-key', 'ab'.repeat(32)]);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain('gzip-compressed');
});

test('an import skips a section whose list the service does not know', async () => {
  const { url, seen } = await fakeService((response, all) => {
    const type = new URLSearchParams(all.at(-1)?.body).get('type');
    if (type === 'fetchallwhites') json(response, 400, { success: false, message: 'No such type' });
    else json(response, 200, { success: true, message: 'Done', vars: [], buttons: [] });
  });
  const document = {
    format: 'latchkey-export',
    version: 1,
    variables: [{ varid: 'motd', msg: 'hello' }],
    whitelist: [{ ip: '192.0.2.7' }],
    buttons: [{ value: 'go', text: 'Go' }],
  };
  const ran = await ask(url, 'import - --json', { stdin: JSON.stringify(document) });
  expect(ran.exitCode).toBe(1);
  expect(ran.json()['sections']).toMatchObject([
    { section: 'variables', made: 1 },
    {
      section: 'whitelist',
      made: 0,
      problems: [{ name: 'all', reason: 'The service says: No such type' }],
    },
    { section: 'buttons', made: 1 },
  ]);
  expect(seen.map(({ body }) => new URLSearchParams(body).get('type'))).not.toContain('addWhite');
});
