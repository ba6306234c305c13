// Cases that every Http adapter must pass. The runner also works inside Electron's main process.
import type { HttpFault } from '@latchkey/client/ports.ts';
import type { FaultAddresses } from '../support/fault-server.ts';
import {
  type CreateHttp,
  type Seen,
  type HttpCase,
  type Ask,
  headersWithinMs,
  askWith,
  seenOf,
  send,
} from './http-requests.ts';

const one = (name: string, address: keyof FaultAddresses, path: string, expected: Seen) => ({
  name,
  expected,
  run: (ask: Ask, _create: CreateHttp, at: FaultAddresses) => ask(at[address] + path),
});
const fault = (name: HttpFault): Seen => ({ fault: name });
const answered = (status: number, body: string): Seen => ({ status, body });

const answers: readonly HttpCase[] = [
  one('returns an answer', 'plain', '/json', answered(200, '{"success":true}')),
  one('returns a 400 as an answer', 'plain', '/bad-request', answered(400, '{"success":false}')),
  one('returns a 500 as an answer', 'plain', '/server-error', answered(500, '{"success":false}')),
  one(
    'returns an HTML page as an answer',
    'plain',
    '/html',
    answered(200, '<!doctype html><title>Log in</title>'),
  ),
  one('returns an empty answer', 'plain', '/no-content', answered(204, '')),
  one('unpacks a compressed answer', 'plain', '/gzip', answered(200, '{"success":true}')),
  one('returns a 401 without asking for a password', 'plain', '/server-asks', answered(401, '{}')),
  one('accepts exactly 1 MiB', 'plain', '/mebibyte', answered(200, 'x'.repeat(1024 * 1024))),
];

const faults: readonly HttpCase[] = [
  one('reports a service that refuses connections', 'closed', '/json', fault('refused-connection')),
  one('reports a reset before the headers', 'plain', '/reset', fault('broken-off')),
  one('reports a connection closed before the headers', 'plain', '/closed', fault('broken-off')),
  one('reports truncated headers', 'plain', '/half-head', fault('broken-off')),
  one('reports a body shorter than declared', 'plain', '/half-length', fault('broken-off')),
  one('reports a chunked body without an end', 'plain', '/half-chunked', fault('broken-off')),
  one('reports a reset within the headers', 'plain', '/reset-head', fault('broken-off')),
  one('reports a reset within the body', 'plain', '/reset-length', fault('broken-off')),
  one('reports a reset between chunks', 'plain', '/reset-chunked', fault('broken-off')),
  one('reports a reset within a compressed body', 'plain', '/reset-gzip', fault('broken-off')),
  one('reports an answer that is not HTTP', 'plain', '/no-http', fault('malformed')),
  one('reports two content lengths', 'plain', '/two-lengths', fault('malformed')),
  one('reports a chunk without a size', 'plain', '/no-chunk-size', fault('malformed')),
  one('reports damaged compression', 'plain', '/gzip-broken', fault('malformed')),
  one('reports redirect 300', 'plain', '/redirect-300', fault('led-away')),
  one('reports redirect 301', 'plain', '/redirect-301', fault('led-away')),
  one('reports redirect 302', 'plain', '/redirect-302', fault('led-away')),
  one('reports redirect 303', 'plain', '/redirect-303', fault('led-away')),
  one('reports redirect 307', 'plain', '/redirect-307', fault('led-away')),
  one('reports redirect 308', 'plain', '/redirect-308', fault('led-away')),
  one('reports a redirect to another host', 'plain', '/redirect-out', fault('led-away')),
  one('reports an untrusted certificate', 'selfSigned', '/', fault('tls')),
  one('reports a server without TLS', 'notTls', '/json', fault('tls')),
  one('reports a declared length over 1 MiB', 'plain', '/over-declared', fault('too-large')),
  one('reports a decoded body above 1 MiB', 'plain', '/over-gzip-chunked', fault('too-large')),
  one('reports a compression bomb', 'plain', '/gzip-bomb', fault('too-large')),
  one('reports endless headers', 'plain', '/huge-head', fault('too-large')),
  one('reports a 407', 'plain', '/proxy-asks', fault('proxy-auth')),
  {
    name: 'reports a host name that does not exist',
    expected: fault('dns'),
    run: (ask) => ask('http://license-service.invalid/json'),
  },
  {
    name: 'aborts an endless body at the size limit',
    expected: [fault('too-large'), answered(200, '{}')],
    run: async (ask, _create, at) => [
      await ask(`${at.plain}/over-chunked`),
      await ask(`${at.plain}/once-closed/over-chunked`),
    ],
  },
];

const deadlines: readonly HttpCase[] = ['/silent', '/stalled-head'].map((path) => ({
  name: `times out without headers: ${path}`,
  expected: fault('timeout'),
  run: (_ask, create, at) => askWith(create({ headersWithinMs }), at.plain + path),
}));

const aborted: readonly HttpCase[] = [
  ...['/silent', '/stalled-body'].map((path): HttpCase => ({
    name: `can be aborted in flight: ${path}`,
    expected: [fault('aborted'), answered(200, '{}')],
    run: async (ask, create, at) => {
      const controller = new AbortController();
      const call = askWith(create({}), at.plain + path, undefined, controller.signal);
      await ask(`${at.plain}/once-asked${path}`);
      controller.abort();
      return [await call, await ask(`${at.plain}/once-closed${path}`)];
    },
  })),
  {
    name: 'can be aborted before it starts',
    expected: fault('aborted'),
    run: (_ask, create, at) =>
      askWith(create({}), `${at.plain}/never-asked`, undefined, AbortSignal.abort()),
  },
];

interface Echo {
  readonly method: string;
  readonly target: string;
  readonly headers: string;
  readonly body: string;
  readonly connection: number;
  readonly serial: number;
}

const echoOf = (seen: Seen): Echo => {
  if (!('body' in seen)) throw new Error(`no echo: ${seen.fault}`);
  return JSON.parse(seen.body) as Echo; // what the fault server's /echo writes
};

const requests: readonly HttpCase[] = [
  {
    name: 'sends the query unchanged',
    expected: ['GET', '/echo?pass=%F0%9F%97%9D%20%26type%3Dupgrade%23&code=', ''],
    run: async (ask, _create, at) => {
      const echo = echoOf(
        await ask(`${at.plain}/echo?pass=%F0%9F%97%9D%20%26type%3Dupgrade%23&code=`),
      );
      return [echo.method, echo.target, echo.body];
    },
  },
  {
    name: 'sends the form unchanged',
    expected: ['POST', '/echo', 'type=login&pass=%C3%A4+b', true],
    run: async (ask, _create, at) => {
      const echo = echoOf(await ask(`${at.plain}/echo`, 'type=login&pass=%C3%A4+b'));
      const typed = /^content-type: application\/x-www-form-urlencoded\r?$/m.test(echo.headers);
      return [echo.method, echo.target, echo.body, typed];
    },
  },
  {
    name: 'reuses the connection for a second call',
    expected: true,
    run: async (ask, _create, at) => {
      const first = echoOf(await ask(`${at.plain}/echo`));
      const second = echoOf(await ask(`${at.plain}/echo`));
      return first.connection === second.connection;
    },
  },
  {
    name: 'answers nothing from a cache',
    expected: false,
    run: async (ask, _create, at) => {
      const first = echoOf(await ask(`${at.plain}/cacheable`));
      const second = echoOf(await ask(`${at.plain}/cacheable`));
      return first.serial === second.serial;
    },
  },
  {
    name: 'stores no cookie and sends no identifying header',
    expected: [],
    run: async (ask, _create, at) => {
      await ask(`${at.plain}/set-cookie`);
      await ask(`${at.plain}/server-asks`);
      const { headers } = echoOf(await ask(`${at.plain}/echo`));
      return ['cookie', 'authorization', 'proxy-authorization', 'referer', 'if-none-match'].filter(
        (name) => headers.includes(`\r\n${name}:`),
      );
    },
  },
  {
    name: 'returns header names in lower case and values unchanged',
    expected: 'Kept As It Is',
    run: async (_ask, create, at) => {
      const outcome = await send(create({}), `${at.plain}/json`);
      return outcome.ok ? outcome.headers['x-mixed-case'] : outcome.fault;
    },
  },
];

const alone: readonly HttpCase[] = [
  {
    name: 'a separate connection is neither reused nor kept, nor affects others',
    expected: [3, true],
    run: async (_ask, create, at) => {
      const url = `${at.plain}/echo`;
      const http = create({});
      const asked = async (isAlone: boolean) =>
        echoOf(seenOf(await send(http, url, undefined, undefined, isAlone))).connection;
      const kept = await asked(false);
      const apart = [await asked(true), await asked(true)];
      return [new Set([kept, ...apart]).size, (await asked(false)) === kept];
    },
  },
  ...['/closed', '/reset', '/half-head'].map((path): HttpCase => ({
    name: `a call on a separate connection is sent once, even if the connection dies: ${path}`,
    expected: [fault('broken-off'), answered(200, '1')],
    run: async (ask, create, at) => {
      const http = create({});
      // Open connections that the call could reuse if it did not require a separate one.
      for (const isAlone of [false, true])
        await send(http, `${at.plain}/echo`, undefined, undefined, isAlone);
      const seen = seenOf(await send(http, at.plain + path, 'a=b', undefined, true));
      return [seen, await ask(`${at.plain}/times-asked${path}`)];
    },
  })),
  {
    name: 'concurrent calls on separate connections do not affect each other',
    expected: [answered(200, '{}'), answered(200, '{"success":true}')],
    run: async (_ask, create, at) => {
      const http = create({});
      const call = async (path: string) =>
        seenOf(await send(http, at.plain + path, undefined, undefined, true));
      const first = call('/once-asked/json');
      const second = await call('/json');
      return [await first, second];
    },
  },
  {
    name: 'a call on a separate connection can be aborted before it starts',
    expected: fault('aborted'),
    run: async (_ask, create, at) => {
      const controller = new AbortController();
      const call = send(create({}), `${at.plain}/never-asked`, undefined, controller.signal, true);
      controller.abort();
      return seenOf(await call);
    },
  },
];

export const httpCases: readonly HttpCase[] = [
  ...answers,
  ...faults,
  ...deadlines,
  ...aborted,
  ...requests,
  ...alone,
];

/** Runs one case with a new adapter. */
export async function runHttpCase(
  { run }: HttpCase,
  create: CreateHttp,
  at: FaultAddresses,
): Promise<unknown> {
  const http = create({});
  return run((url, body) => askWith(http, url, body), create, at);
}
