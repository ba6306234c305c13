// Seals secrets in the database, so that a stolen database or dump reveals none of them.
// SECURITY: each kind has its own key, derived from the service's secret, and each text is bound to
// its context, so that no sealed text can replace another.
import { createHmac, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyObject } from './key-objects.ts';
import type { ServiceSecret } from './service-secret.ts';

/** The context that a text of each kind is bound to, such as the ids of its row. */
export interface SealContexts {
  'one-time codes': readonly [userId: string];
  'mail addresses': readonly [userId: string];
  /** New recovery codes until they are confirmed. */
  'recovery codes': readonly [userId: string];
  /** Secrets for the one-time codes of people who work for a seller. */
  'codes of people': readonly [personId: string];
  /** URLs of webhooks, of their deliveries, and of the setting `webhook`. */
  'webhook addresses': readonly [applicationId: string];
  /** Keys that sign deliveries. */
  'webhook secrets': readonly [applicationId: string, webid: string];
  tokens: readonly [applicationId: string];
  /** Settings stored for sellers' tools. */
  'shop secrets': readonly [applicationId: string];
  /** The address and the secrets of a connected shop. */
  'connected shops': readonly [shopId: string];
  /** Events of a shop, and the buyers of its orders. */
  'shop sales': readonly [shopId: string];
  /** The key of email hashes. There is only one, so its context is empty. */
  'mail key': readonly [];
}

/** The prefix of every sealed text. No plain text begins with it. */
const sealedPrefix = 's1.';

export function sealAt<Kind extends keyof SealContexts>(
  secret: ServiceSecret,
  kind: Kind,
  context: SealContexts[Kind],
  text: string,
): string {
  return sealedPrefix + sealText(keyOf(secret, kind), context.join('/'), text);
}

/**
 * Returns a text without the prefix unchanged. Throws if a text was sealed with another secret or
 * context.
 */
export function openAt<Kind extends keyof SealContexts>(
  secret: ServiceSecret,
  kind: Kind,
  context: SealContexts[Kind],
  sealed: string,
): string {
  if (!sealed.startsWith(sealedPrefix)) return sealed;
  const text = openText(keyOf(secret, kind), context.join('/'), sealed.slice(sealedPrefix.length));
  if (text === null) throw new Error(`An encrypted value cannot be read (${kind})`);
  return text;
}

/** Returns the lookup key of a token in hex. It differs between applications. */
export function tokenLookupKey(
  secret: ServiceSecret,
  applicationId: string,
  token: string,
): string {
  const key = secret.deriveKey('look-up of tokens');
  return createHmac('sha256', keyObject(key)).update(`${applicationId}/${token}`).digest('hex');
}

function keyOf(secret: ServiceSecret, kind: keyof SealContexts): Buffer {
  return secret.deriveKey(`at rest: ${kind}`);
}

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** Encrypts a text, which can be opened only with the same key and context. */
export function sealText(key: Uint8Array, context: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyObject(key), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** Returns null if the text was altered, or sealed with another key or context. */
export function openText(key: Uint8Array, context: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const head = ivBytes + tagBytes;
  if (bytes.length < head) return null;
  const options = { authTagLength: tagBytes };
  const opening = createDecipheriv(cipher, keyObject(key), bytes.subarray(0, ivBytes), options)
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, head));
  try {
    return opening.update(bytes.subarray(head), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}
