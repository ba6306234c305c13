// Starts a server that the service calls in tests, and reads the fault of a failed call.
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type net from 'node:net';
import { expect, onTestFinished } from 'vitest';
import {
  createOutbound,
  OutboundProblem,
  type OutboundOptions,
} from '../../src/outbound/outbound.ts';

export const limits = { applicationId: 'a', maxBytes: 1000, timeoutMs: 10_000 };

export async function listen(
  server: http.Server | net.Server,
  host = '127.0.0.1',
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // a TCP server has an AddressInfo
}

/** Starts a server, and an outbound client that may call the server by the name `host`. */
export async function openOutbound(
  answer: RequestListener,
  options: OutboundOptions = {},
  host = '127.0.0.1',
) {
  const port = await listen(http.createServer(answer));
  const outbound = createOutbound({ allowPrivateAddresses: [`${host}:${port}`], ...options });
  return { outbound, url: `http://${host}:${port}`, port };
}

export async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no fault',
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundProblem)) return String(error);
  expect(Object.keys(error).sort()).toEqual(['fault', 'name']);
  expect(error.message).toBe(error.fault);
  return error.fault;
}
