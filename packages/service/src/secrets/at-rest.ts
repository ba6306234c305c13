// What lies sealed in the database: who has stolen it, or a dump of it, learns none of these. SECURITY: all hang on the service's
// secret, each kind on a key of its own, and each text on its place, so that none can be put in the place of another.
import { createHmac } from 'node:crypto';
import { keyObject } from './key-objects.ts';
import { openText, sealText } from './sealed-text.ts';
import type { ServiceSecret } from './service-secret.ts';

/** Kind -> what its place is. */
export interface Places {
  /** The secret of a second factor; its user. */
  'one-time codes': readonly [userId: string];
  /** Of webhooks, of what is to be delivered there, and of the setting; their application. */
  'webhook addresses': readonly [applicationId: string];
  /** What deliveries are signed with. */
  'webhook secrets': readonly [applicationId: string, webid: string];
  tokens: readonly [applicationId: string];
  /** Settings that are kept for tools of sellers; their application. */
  'shop secrets': readonly [applicationId: string];
  /** The key of mail hashes; there is one. */
  'mail key': readonly [];
}

/** Before every sealed text. Nothing that is sealed begins so. */
const mark = 's1.';

export function isSealed(text: string): boolean {
  return text.startsWith(mark);
}

export function sealAt<Kind extends keyof Places>(
  secret: ServiceSecret,
  kind: Kind,
  place: Places[Kind],
  text: string,
): string {
  return mark + sealText(keyOf(secret, kind), place.join('/'), text);
}

/** What a version wrote that did not seal is taken as it is. Throws for what this secret did not seal at this place. */
export function openAt<Kind extends keyof Places>(
  secret: ServiceSecret,
  kind: Kind,
  place: Places[Kind],
  sealed: string,
): string {
  if (!isSealed(sealed)) return sealed;
  const text = openText(keyOf(secret, kind), place.join('/'), sealed.slice(mark.length));
  if (text === null) throw new Error(`An encrypted value cannot be read (${kind})`);
  return text;
}

/** What a token is found by; hex. Equal ones of two applications differ. */
export function tokenMark(secret: ServiceSecret, applicationId: string, token: string): string {
  const key = secret.deriveKey('look-up of tokens');
  return createHmac('sha256', keyObject(key)).update(`${applicationId}/${token}`).digest('hex');
}

function keyOf(secret: ServiceSecret, kind: keyof Places): Buffer {
  return secret.deriveKey(`at rest: ${kind}`);
}
