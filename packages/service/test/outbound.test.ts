// Calls to a seller's URL, with real servers on this machine: resolved once, no redirect or proxy.
import http from 'node:http';
import https from 'node:https';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createOutbound } from '../src/outbound/outbound.ts';
import { makeSelfSigned } from '../../../test/adapters/self-signed.ts';
import { faultOf, limits, listen, openOutbound } from './support/outbound-server.ts';

test('sends a GET, and a POST with its body and headers', async () => {
  const received: unknown[] = [];
  const { outbound, url } = await openOutbound((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method, headers } = request;
      received.push({ method, url: request.url, headers, body });
      response.writeHead(method === 'GET' ? 200 : 418).end('answer');
    });
  });
  expect(await outbound.fetch(`${url}/a?b=c#d`, limits)).toEqual({
    status: 200,
    body: Buffer.from('answer'),
  });
  const headers = { 'user-agent': 'Other', 'content-type': 'text/x' };
  const posted = await outbound.fetch(`${url}/`, { ...limits, body: 'grüße', headers });
  expect(posted.status).toBe(418);
  const common = { host: url.slice(7), 'accept-encoding': 'identity', connection: 'close' };
  expect(received).toEqual([
    {
      method: 'GET',
      url: '/a?b=c',
      headers: { ...common, 'user-agent': 'Latchkey', accept: '*/*' },
      body: '',
    },
    {
      method: 'POST',
      url: '/',
      headers: { ...common, ...headers, accept: '*/*', 'content-length': '7' },
      body: 'grüße',
    },
  ]);
});

describe('names', () => {
  test('are resolved once, and the connection uses the result', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.9'], ['127.0.0.9']];
    const resolve = vi.fn((_name: string, _signal: AbortSignal) =>
      Promise.resolve(answers.shift() ?? []),
    );
    let hostHeader = '';
    const { outbound, url } = await openOutbound(
      (request, response) => {
        hostHeader = request.headers.host ?? '';
        response.end(request.socket.localAddress);
      },
      { resolve },
      'rebound.example',
    );
    const { body } = await outbound.fetch(url, limits);
    expect(body.toString()).toBe('127.0.0.1');
    expect(resolve.mock.calls).toEqual([['rebound.example', expect.any(AbortSignal)]]);
    expect(hostHeader).toBe(url.slice(7));
  });

  test.each([
    ['private', ['10.0.0.1']],
    ['public and private', ['93.184.216.34', '127.0.0.1']],
    ['private and public', ['::1', '93.184.216.34']],
    ['public and mapped', ['93.184.216.34', '::ffff:169.254.169.254']],
    ['no address', ['nonsense']],
  ])('are refused after one lookup if their addresses are %s', async (_what, addresses) => {
    const resolve = vi.fn(() => Promise.resolve(addresses));
    const outbound = createOutbound({ resolve });
    const request = outbound.fetch('https://hook.example/', limits);
    expect(await faultOf(request)).toBe('address-refused');
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('are unknown if they have no address', async () => {
    const outbound = createOutbound({ resolve: () => Promise.resolve([]) });
    expect(await faultOf(outbound.fetch('https://hook.example/', limits))).toBe('name-unknown');
    const system = createOutbound();
    expect(await faultOf(system.fetch('https://nowhere.invalid/', limits))).toBe('name-unknown');
  });

  test('are refused if the system resolves them to this machine', async () => {
    const outbound = createOutbound({
      resolve: async (name) => {
        expect(name).toBe('hook.example');
        const { lookup } = await import('node:dns/promises');
        return (await lookup('localhost', { all: true })).map(({ address }) => address);
      },
    });
    expect(await faultOf(outbound.fetch('https://hook.example/', limits))).toBe('address-refused');
  });
});

test('a refused URL is not resolved', async () => {
  const resolve = vi.fn(() => Promise.resolve(['127.0.0.1']));
  const outbound = createOutbound({ resolve });
  for (const url of ['http://hook.example/', 'https://127.0.0.1/', 'https://a@hook.example/', 'x'])
    expect(await faultOf(outbound.fetch(url, limits))).toBe('url-refused');
  expect(resolve).not.toHaveBeenCalled();
});

test.each([301, 302, 303, 307, 308, 304])('a redirect (%i) is an error', async (status) => {
  let calls = 0;
  const { outbound, url } = await openOutbound((_request, response) => {
    calls += 1;
    response.writeHead(status, { location: '/next' }).end();
  });
  expect(await faultOf(outbound.fetch(url, limits))).toBe('redirect');
  expect(calls).toBe(1);
});

describe('https', () => {
  afterEach(() => void vi.unstubAllEnvs());

  async function openSecure(host: string) {
    const identity = makeSelfSigned();
    const names: unknown[] = [];
    const SNICallback: https.ServerOptions['SNICallback'] = (name, done) => {
      names.push(name);
      done(null);
    };
    const server = https.createServer({ ...identity, SNICallback }, (_request, response) =>
      response.end('secret'),
    );
    const port = await listen(server);
    const url = `https://${host}:${port}/`;
    const options = {
      allowPrivateAddresses: [`${host}:${port}`],
      resolve: () => Promise.resolve(['127.0.0.1']),
    };
    return { identity, names, url, options };
  }

  test('verifies the certificate despite any environment variable', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { identity, url, options } = await openSecure('127.0.0.1');
    expect(await faultOf(createOutbound(options).fetch(url, limits))).toBe('certificate');
    const known = createOutbound({ ...options, certificateAuthority: identity.cert });
    expect((await known.fetch(url, limits)).body.toString()).toBe('secret');
  });

  test('verifies the name in the URL, not its IP', async () => {
    const { identity, names, url, options } = await openSecure('hook.example');
    const known = createOutbound({ ...options, certificateAuthority: identity.cert });
    expect(await faultOf(known.fetch(url, limits))).toBe('certificate');
    expect(names).toEqual(['hook.example']);
  });
});

test('ignores proxy environment variables', async () => {
  let proxied = 0;
  const proxy = await listen(http.createServer(() => (proxied += 1)));
  const restore = http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy}` });
  onTestFinished(restore);
  const { outbound, url } = await openOutbound((_request, response) => response.end('direct'));
  expect((await outbound.fetch(url, limits)).body.toString()).toBe('direct');
  expect(proxied).toBe(0);
});

test('stores no cookies', async () => {
  const cookies: unknown[] = [];
  const { outbound, url } = await openOutbound((request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(200, { 'set-cookie': 'a=b' }).end();
  });
  await outbound.fetch(url, limits);
  await outbound.fetch(url, limits);
  expect(cookies).toEqual([undefined, undefined]);
});
