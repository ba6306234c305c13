// The session id of the desk or of a customers' page in the browser: in a cookie or, over plain http
// on this machine, half in the cookie and half in the storage of the page.
import type { IncomingHttpHeaders } from 'node:http';
import { sessionHeader } from '@latchkey/protocol/desk-api.ts';
import type { OwnSite } from './own-site.ts';

type Site = Pick<OwnSite, 'isSecure'>;

/**
 * SECURITY: without https, programs on other ports of this machine receive the cookie. Half of the
 * 256 bits opens nothing, and cannot be completed by guessing.
 */
const cookieLength = 22;

/** The name of the desk's cookie, without the prefix. */
export const deskCookie = 'latchkey';

/** SECURITY: browsers accept the prefix only from this host over https, and for the whole host. */
function nameOf({ isSecure }: Site, cookie: string): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

/** Returns the session id, or an empty text. Two cookies of this name count as none. */
export function sessionIdOf(headers: IncomingHttpHeaders, site: Site, cookie: string): string {
  const prefix = `${nameOf(site, cookie)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const [found = '', another] = pairs.filter((pair) => pair.startsWith(prefix));
  const inCookie = another === undefined ? found.slice(prefix.length) : '';
  if (site.isSecure) return inCookie;
  const inPage = String(headers[sessionHeader] ?? '');
  return inCookie.length === cookieLength && inPage !== '' ? `${inCookie}${inPage}` : '';
}

/** The headers that give a session id to the browser. An empty id removes it. */
export function sessionHeaders(
  sessionId: string,
  site: Site,
  cookie: string,
): Readonly<Record<string, string>> {
  const inCookie = site.isSecure ? sessionId : sessionId.slice(0, cookieLength);
  return {
    'set-cookie': sessionCookie(inCookie, site, cookie),
    ...(!site.isSecure && { [sessionHeader]: sessionId.slice(cookieLength) }),
  };
}

/** The header `Set-Cookie`. An empty value removes the cookie. It ends with the browser. */
function sessionCookie(value: string, site: Site, cookie: string): string {
  return [
    `${nameOf(site, cookie)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(site.isSecure ? ['Secure'] : []),
    ...(value === '' ? ['Max-Age=0'] : []),
  ].join('; ');
}
