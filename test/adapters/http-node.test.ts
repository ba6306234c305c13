// Node's Http adapter: the cases of every adapter, and TLS that is trusted.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createNodeHttp } from '../../src/main/adapters/http-node.ts';
import { startFaultServer } from '../support/fault-server.ts';
import { httpCases, runHttpCase } from './http-conformance.ts';
import { makeSelfSigned } from './self-signed.ts';

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

  it('reads an answer over TLS that is trusted', async () => {
    const certificate = makeSelfSigned();
    const before = getCACertificates('default');
    setDefaultCACertificates([certificate.cert]);
    const server = createServer(certificate, (_request, response) => response.end('{"tls":true}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
      const outcome = await createNodeHttp().send({
        method: 'GET',
        url: `https://127.0.0.1:${port}/`,
        signal: new AbortController().signal,
      });
      expect(outcome).toMatchObject({ ok: true, status: 200 });
    } finally {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
