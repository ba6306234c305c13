// Selects the route of a request to the preview before its body is read. A request that is not
// clearly from the preview's own page gets 404.
import { type CommandName, commandNames } from '../shared/commands.ts';
import { isToken } from './token.ts';

export interface RequestFacts {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly page: string | undefined;
}

export type Route =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'events'; readonly page: string }
  | { readonly kind: 'call'; readonly name: CommandName; readonly page: string }
  | { readonly kind: 'refused'; readonly status: 404 | 405 | 415 };

const pageId = /^[0-9a-f-]{36}$/;

const notFound: Route = { kind: 'refused', status: 404 };
const wrongMethod: Route = { kind: 'refused', status: 405 };

/**
 * `host` is the only accepted Host header, like `127.0.0.1:40123`. SECURITY: another Host means DNS
 * rebinding, and another Origin means another site. Commands need the preview's Origin.
 */
export function routeOf(request: RequestFacts, host: string, token: string): Route {
  const origin = `http://${host}`;
  if (request.host !== host) return notFound;
  if (request.origin !== undefined && request.origin !== origin) return notFound;
  const parts = /^\/([^/?#]+)\/([^?#]*)$/.exec(request.target);
  const [, given = '', path = ''] = parts ?? [];
  if (!isToken(given, token)) return notFound;
  if (path.startsWith('bridge/')) return commandRoute(request, path.slice('bridge/'.length));
  if (request.method !== 'GET') return wrongMethod;
  if (!path.startsWith('events/')) return { kind: 'file', path };
  const page = path.slice('events/'.length);
  return pageId.test(page) ? { kind: 'events', page } : notFound;
}

function commandRoute({ method, origin, contentType, page }: RequestFacts, command: string): Route {
  const name = commandNames.find((known) => known === command);
  if (name === undefined || origin === undefined) return notFound;
  if (method !== 'POST') return wrongMethod;
  if (page === undefined || !pageId.test(page)) return notFound;
  // SECURITY: another site needs a CORS preflight to send this type or the page header.
  if (contentType !== 'application/json') return { kind: 'refused', status: 415 };
  return { kind: 'call', name, page };
}
