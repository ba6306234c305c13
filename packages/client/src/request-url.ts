// Builds every request of the client API: the only place where an address with secrets comes into being.
// SECURITY: what comes out is never logged and never put into an Error.
import { type HttpRequest } from './ports.ts';

/** What a request needs besides its own parameters. `baseUrl` may have a path, with or without a final slash. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly method: 'GET' | 'POST';
}

/** What would spend a key or a one-time code, find it spent, or be said twice, if it came twice to a service that cannot tell. */
const spending: ReadonlySet<string> = new Set([
  'upgrade',
  'register',
  'license',
  '2faenable',
  '2fadisable',
  'chatsend',
]);

/** Whether a request must not be sent again by anybody but the user. */
export function isForOneTry({ type = '', code }: Readonly<Record<string, string>>): boolean {
  return spending.has(type) || (type === 'login' && code !== undefined);
}

/** Servers and proxies take addresses of some thousand characters, and a message in a chat can be longer. */
const longestQuery = 4000;

export function buildRequest(
  { baseUrl, method }: Endpoint,
  params: Readonly<Record<string, string>>,
): Omit<HttpRequest, 'signal'> {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/1.3/`;
  const form = new URLSearchParams(params).toString();
  return method === 'POST' || form.length > longestQuery
    ? { method: 'POST', url, body: form }
    : { method, url: `${url}?${form}` };
}
