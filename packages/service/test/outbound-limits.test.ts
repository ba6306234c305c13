// Limits of outgoing calls: size, time, and invalid answers.
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createOutbound } from '../src/outbound/outbound.ts';
import { faultOf, limits, listen, openOutbound } from './support/outbound-server.ts';

describe('the size limit', () => {
  test('counts received bytes, with or without an announced length', async () => {
    const { outbound, url } = await openOutbound((request, response) => {
      const size = Number(request.url?.slice(2));
      if (request.url?.startsWith('/a') === true) response.setHeader('content-length', size);
      response.write('x');
      response.end('x'.repeat(size - 1));
    });
    for (const kind of ['a', 'b']) {
      const { body } = await outbound.fetch(`${url}/${kind}1000`, limits);
      expect(body).toHaveLength(1000);
      expect(await faultOf(outbound.fetch(`${url}/${kind}1001`, limits))).toBe('too-large');
    }
  });

  test('aborts an endless answer', async () => {
    let ended = () => {};
    const over = new Promise<void>((resolve) => (ended = resolve));
    const { outbound, url } = await openOutbound((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(500)));
      };
      response.on('drain', more).on('close', ended);
      more();
    });
    expect(await faultOf(outbound.fetch(url, limits))).toBe('too-large');
    await over;
  });

  test('cannot be bypassed by compression, because encoded answers are not read', async () => {
    const { outbound, url } = await openOutbound((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(100_000)));
    });
    expect(await faultOf(outbound.fetch(url, limits))).toBe('content-coding');
  });
});

describe('the time limit', () => {
  const short = { ...limits, timeoutMs: 60 };

  test('covers name resolution, a silent server and a slow answer', async () => {
    const never = createOutbound({ resolve: () => new Promise<never>(() => {}) });
    expect(await faultOf(never.fetch('https://hook.example/', short))).toBe('timeout');
    const { outbound, url } = await openOutbound((request, response) => {
      if (request.url === '/drip') response.write('x');
    });
    expect(await faultOf(outbound.fetch(url, short))).toBe('timeout');
    expect(await faultOf(outbound.fetch(`${url}/drip`, short))).toBe('timeout');
  });

  test('lets the caller abort the call earlier', async () => {
    const asked = new AbortController();
    const { outbound, url } = await openOutbound(() => asked.abort());
    const request = outbound.fetch(url, { ...limits, signal: asked.signal });
    expect(await faultOf(request)).toBe('stopped');
    const late = outbound.fetch(url, { ...limits, signal: AbortSignal.abort() });
    expect(await faultOf(late)).toBe('stopped');
  });
});

test('reports a truncated answer, garbage and a closed port as unreachable', async () => {
  const { outbound, url } = await openOutbound((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  expect(await faultOf(outbound.fetch(url, limits))).toBe('unreachable');
  const garbage = await listen(net.createServer((socket) => socket.end('garbage\r\n\r\n')));
  const closed = net.createServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const other = createOutbound({
    allowPrivateAddresses: [`127.0.0.1:${garbage}`, `127.0.0.1:${port}`],
  });
  expect(await faultOf(other.fetch(`http://127.0.0.1:${garbage}/`, limits))).toBe('unreachable');
  expect(await faultOf(other.fetch(`http://127.0.0.1:${port}/`, limits))).toBe('unreachable');
});
