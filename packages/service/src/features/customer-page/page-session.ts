// Sessions of the customers' page. They are sessions of the client API, whose ids are derived from
// the cookie.
import { createHmac, randomBytes } from 'node:crypto';
import { agentOf } from '@latchkey/protocol/agent.ts';
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

/**
 * Returns the names of browser and system, such as "Firefox (Android)".
 * SECURITY: only names of these lists, because lists of sessions show them.
 */
export function browserNameOf(text: string): string {
  const { browser, system } = agentOf(text);
  const name = browser ?? 'Browser';
  return system === null ? name : `${name} (${system})`;
}
