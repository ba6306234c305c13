// HTTP client of the seller API. The field `success` shows whether a request succeeded, because
// status codes differ between services. The client waits and retries after status 429.
import type { z } from 'zod';
import type { SellerType, sellerApi } from '@latchkey/protocol/seller-api.ts';
import { decodeUtf8 } from '@latchkey/protocol/utf8.ts';
import type { AnswerTo, Row } from './answer-types.ts';
import { otherRefusal, refusalOf } from './failure-sentence.ts';
import { networkSentence } from './network-sentence.ts';
import { escapeControls } from './plain-text.ts';
import { CliProblem } from './problem.ts';

export type Answer = Row;
type RequestFields<Type extends SellerType> = z.input<(typeof sellerApi)[Type]['request']>;
/** Checks operations, parameters and fields at compile time. Omits undefined parameters. */
export type Ask = <Type extends SellerType>(
  type: Type,
  parameters?: { readonly [Name in keyof RequestFields<Type>]?: string | undefined },
) => Promise<AnswerTo<Type>>;
export type AskAny = (
  type: string,
  parameters: Readonly<Record<string, string | undefined>>,
) => Promise<Answer>;

export interface ClientOptions {
  readonly address: string;
  readonly sellerKey: string;
  readonly timeoutMs: number;
  readonly method: 'GET' | 'POST';
  readonly say: (line: string) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly stop: AbortSignal;
}

/**
 * Sends a PUT request to a path below the service's URL. Throws ServiceRefusal if the service
 * refuses, and another CliProblem if no readable answer arrives.
 */
export type PutBytes = (path: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Number of lost connections that an upload tolerates, because it may take hours. */
const maxLostConnections = 5;
const pauseMs = 2000;

export function createPut(options: ClientOptions): PutBytes {
  const { address, say, wait, stop } = options;
  return async (path, bytes) => {
    for (let lost = 0, waits = 0; ;) {
      if (stop.aborted) throw new CliProblem('Interrupted.');
      let seconds: number | null = null;
      try {
        const { response, text } = await send(options, `${address}${path}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: bytes,
        });
        const body = parse(text);
        if (body?.['success'] === true) return;
        seconds = secondsToWait(response, body);
        waits += 1;
        if (seconds === null || waits > maxWaits) throw refusal(address, response, body, text);
        say(`The service is busy. Waiting ${seconds} seconds.`);
      } catch (error) {
        lost += 1;
        if (!(error instanceof NoAnswer) || lost > maxLostConnections) throw error;
      }
      await wait(seconds === null ? pauseMs * lost : seconds * 1000);
    }
  };
}

/** No complete answer arrived. A retry may help. */
class NoAnswer extends CliProblem {}

const maxAnswerBytes = 256 * 1024 * 1024;
/** If the service asks for a longer wait, the client reports the refusal. */
const maxWaitSeconds = 120;
const maxWaits = 10;

/** Throws ServiceRefusal for a refusal, and another CliProblem without a readable answer. */
export function createAsk(options: ClientOptions): AskAny {
  const isStopped = () => options.stop.aborted;
  return async (type, parameters) => {
    for (let waits = 0; ; waits += 1) {
      const { response, text } = await exchange(options, type, parameters);
      const body = parse(text);
      if (body?.['success'] === true) return body;
      const seconds = secondsToWait(response, body);
      if (seconds === null || waits === maxWaits || isStopped())
        throw refusal(options.address, response, body, text);
      options.say(`The service is busy. Waiting ${seconds} seconds.`);
      await options.wait(seconds * 1000);
      if (isStopped()) throw refusal(options.address, response, body, text);
    }
  };
}

async function exchange(
  options: ClientOptions,
  type: string,
  parameters: Readonly<Record<string, string | undefined>>,
) {
  const { address, sellerKey, method } = options;
  const form = new URLSearchParams({ sellerkey: sellerKey, type });
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) form.set(name, value);
  const url = `${address}/api/seller/`;
  // As JSON, because a form needs three bytes for each quote of its rows.
  if (type === 'importrows')
    return send(options, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
    });
  return method === 'GET'
    ? send(options, `${url}?${form.toString()}`, {})
    : send(options, url, { method, body: form });
}

async function send(
  { address, timeoutMs }: ClientOptions,
  url: string,
  request: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: URLSearchParams | Uint8Array<ArrayBuffer> | string;
  },
) {
  // SECURITY: following a redirect would send the seller key to another server.
  const common = { redirect: 'manual' as const, signal: AbortSignal.timeout(timeoutMs) };
  try {
    const response = await fetch(url, { ...common, ...request });
    return { response, text: await readBody(response) };
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    // SECURITY: the error may contain the URL with the seller key, so only its code is shown.
    throw new NoAnswer(networkSentence(error, new URL(address).host, timeoutMs));
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's types do not declare that a body yields bytes.
  const body = response.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new CliProblem('The answer of the service is too large.');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  // Error pages of proxies may have any encoding, but data must not change.
  if (!response.ok) return bytes.toString('latin1');
  throw new CliProblem(
    `The answer of the service is not UTF-8 text. Its encoding is probably ${decoded.encoding}.`,
  );
}

function parse(text: string): Answer | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Answer) // fields are checked when they are read
      : null;
  } catch {
    return null;
  }
}

function secondsToWait(response: Response, body: Answer | null): number | null {
  if (response.status !== 429) return null;
  const given = body?.['retryAfter'] ?? response.headers.get('retry-after') ?? 1;
  const seconds = Math.ceil(Number(given));
  return seconds >= 0 && seconds <= maxWaitSeconds ? Math.max(1, seconds) : null;
}

function refusal(
  address: string,
  response: Response,
  body: Answer | null,
  text: string,
): CliProblem {
  const { host } = new URL(address);
  const { status, headers } = response;
  const message = body?.['message'];
  if (typeof message === 'string' && message !== '') return refusalOf(body ?? {}, message);
  if (status >= 300 && status < 400 && headers.get('location') !== null)
    return new CliProblem(
      `${host} redirects to another URL (${status}). The seller key was not sent there. Use the URL of the service itself.`,
    );
  if (status === 502 || status === 503 || status === 504)
    return new CliProblem(
      `${host} is reachable, but the service behind it does not answer (${status}).`,
    );
  if (status === 413)
    return new CliProblem(
      `The web server at ${host} accepts less than a release needs (413). See "A web server in front" in docs/hosting.md.`,
    );
  if (status === 404 || status === 405)
    return new CliProblem(
      `${host} has no seller API at ${address}/api/seller/ (${status}). Check --url.`,
    );
  const kind = (headers.get('content-type') ?? 'no type').split(';')[0] ?? '';
  // Some services send refusals as plain text.
  if (kind === 'text/plain' && text !== '' && text.length <= 200) return otherRefusal(text.trim());
  return new CliProblem(
    `The answer of ${host} is not from a seller API (${status}, ${escapeControls(kind.slice(0, 50))}). Check --url.`,
  );
}
