// Builds all requests of the client API.
// SECURITY: the URLs contain secrets; they must never be logged or put into an Error.
import { type HttpRequest } from './ports.ts';

/** `baseUrl` may have a path, with or without a final slash. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly method: 'GET' | 'POST';
}

/** Operations with an effect that a second delivery would repeat or report as already done. */
const singleUse: ReadonlySet<string> = new Set([
  'upgrade',
  'register',
  'license',
  '2faenable',
  '2fadisable',
  'chatsend',
]);

/** Whether only the user may repeat a request. */
export function isForOneTry({ type = '', code }: Readonly<Record<string, string>>): boolean {
  return singleUse.has(type) || (type === 'login' && code !== undefined);
}

/** Servers and proxies limit the length of addresses; chat messages can be longer. */
const maxQueryLength = 4000;

export function buildRequest(
  { baseUrl, method }: Endpoint,
  params: Readonly<Record<string, string>>,
): Omit<HttpRequest, 'signal'> {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/1.3/`;
  const form = new URLSearchParams(params).toString();
  return method === 'POST' || form.length > maxQueryLength
    ? { method: 'POST', url, body: form }
    : { method, url: `${url}?${form}` };
}
