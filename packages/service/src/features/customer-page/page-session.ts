// Sessions of the customers' page. They are sessions of the client API, whose ids are derived from
// the cookie.
import { createHmac, randomBytes } from 'node:crypto';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

export function cookieOf(pageName: string): string {
  return `latchkey-my-${pageName}`;
}

export function newCookie(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * SECURITY: keyed, so that the value of a cookie opens nothing in the client API, and the session id
 * of a program is no cookie. Bound to the application, so that a cookie is of one page only.
 */
export function sessionIdOfCookie(
  { deriveKey }: Pick<ServiceSecret, 'deriveKey'>,
  applicationId: string,
  cookie: string,
): string {
  return createHmac('sha256', deriveKey('page sessions'))
    .update(JSON.stringify([applicationId, cookie]))
    .digest('base64url');
}

/** Every browser also names others, so the first match counts. */
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * Returns the names of browser and system, such as "Firefox (Android)".
 * SECURITY: only names of these lists, because lists of sessions show them.
 */
export function browserNameOf(agent: string): string {
  const find = (list: typeof browsers | typeof systems) =>
    list.find(([, pattern]) => pattern.test(agent))?.[0];
  const [browser = 'Browser', system] = [find(browsers), find(systems)];
  return system === undefined ? browser : `${browser} (${system})`;
}
