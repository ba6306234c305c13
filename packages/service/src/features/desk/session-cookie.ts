// The cookie with the session id of the desk.
import type { OwnSite } from './own-site.ts';

type Site = Pick<OwnSite, 'isSecure'>;

/** SECURITY: browsers accept the prefix only from this host over https, and for the whole host. */
function nameOf({ isSecure }: Site): string {
  return isSecure ? '__Host-latchkey' : 'latchkey';
}

/** Returns the session id, or an empty text. Two cookies of this name count as none. */
export function sessionIdOf(header: string | undefined, site: Site): string {
  const prefix = `${nameOf(site)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [found = '', another] = pairs.filter((pair) => pair.startsWith(prefix));
  return another === undefined ? found.slice(prefix.length) : '';
}

/** The header `Set-Cookie`. An empty id removes the cookie. It ends with the browser. */
export function sessionCookie(sessionId: string, site: Site): string {
  return [
    `${nameOf(site)}=${sessionId}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(site.isSecure ? ['Secure'] : []),
    ...(sessionId === '' ? ['Max-Age=0'] : []),
  ].join('; ');
}
