// Sends requests with any Http adapter, and reduces the outcomes to plain data, which tests compare
// and can pass between processes.
import type { Http, HttpFault, HttpOutcome } from '@latchkey/client/ports.ts';
import type { FaultAddresses } from '../support/fault-server.ts';

export type CreateHttp = (limits: { readonly headersWithinMs?: number }) => Http;

/** The compared part of an outcome: the fault, or status and body. */
export type Seen =
  | { readonly fault: HttpFault }
  | { readonly status: number; readonly body: string };

export interface HttpCase {
  readonly name: string;
  readonly expected: unknown;
  readonly run: (ask: Ask, create: CreateHttp, at: FaultAddresses) => Promise<unknown>;
}

export type Ask = (url: string, body?: string) => Promise<Seen>;

/** Any time limit works, because the servers of these cases never answer. */
export const headersWithinMs = 100;

export async function askWith(
  http: Http,
  url: string,
  body?: string,
  signal?: AbortSignal,
): Promise<Seen> {
  return seenOf(await send(http, url, body, signal));
}

export function seenOf(outcome: HttpOutcome): Seen {
  if (!outcome.ok) return { fault: outcome.fault };
  return { status: outcome.status, body: new TextDecoder().decode(outcome.body) };
}

export function send(
  http: Http,
  url: string,
  body?: string,
  signal: AbortSignal = new AbortController().signal,
  isAlone = false,
): Promise<HttpOutcome> {
  const common = { url, signal, newConnection: isAlone };
  return http.send(
    body === undefined ? { method: 'GET', ...common } : { method: 'POST', body, ...common },
  );
}
