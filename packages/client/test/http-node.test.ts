// The Http adapter for Node: the cases shared by all adapters, and trusted TLS.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createNodeDownloads, createNodeHttp } from '../src/http-node.ts';
import { startFaultServer } from '../../../test/support/fault-server.ts';
import { downloadCases } from '../../../test/adapters/download-conformance.ts';
import { httpCases, runHttpCase } from '../../../test/adapters/http-conformance.ts';
import { makeSelfSigned } from '../../../test/adapters/self-signed.ts';

describe('http on node', () => {
  for (const given of httpCases)
    it(given.name, async () => {
      const server = await startFaultServer();
      try {
        const seen = await runHttpCase(given, createNodeHttp, server.addresses);
        expect(seen).toEqual(given.expected);
        expect(server.asked).not.toContain('/redirect-target');
        expect(server.asked).not.toContain('/never-asked');
      } finally {
        await server.close();
      }
    });

  it('reads an answer over trusted TLS and classifies redirects', async () => {
    const certificate = makeSelfSigned();
    const before = getCACertificates('default');
    setDefaultCACertificates([certificate.cert]);
    const server = createServer(certificate, (request, response) => {
      if (request.url !== '/') response.writeHead(302, { location: request.url?.slice(4) });
      response.end('{"tls":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
      const { signal } = new AbortController();
      const ask = (to: string) =>
        createNodeHttp().send({ method: 'GET', url: `https://127.0.0.1:${port}/${to}`, signal });
      expect(await ask('')).toMatchObject({ ok: true, status: 200 });
      expect(await ask('to=/there')).toEqual({ ok: false, fault: 'redirect' });
      expect(await ask('to=https://hotel.invalid/')).toEqual({ ok: false, fault: 'led-away' });
    } finally {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('downloads on node', () => {
  for (const { name, expected, run } of downloadCases)
    it(name, async () => {
      const server = await startFaultServer();
      try {
        expect(await run(createNodeDownloads, server.addresses)).toEqual(expected);
        expect(server.asked).not.toContain('/redirect-target');
      } finally {
        await server.close();
      }
    });
});
