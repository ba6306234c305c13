// Verifies signatures of Standard Webhooks (standardwebhooks.com), which Polar uses too.
import type { ShopDelivery } from './connector.ts';
import { hmac, isAmong, isRecent } from './signatures.ts';

const prefix = 'whsec_';

/** The key is the Base64 text after `whsec_`. */
export function isStandardSigned(delivery: ShopDelivery, secret: string): boolean {
  return isSignedWith(delivery, Buffer.from(secret.replace(prefix, ''), 'base64'));
}

export function isSignedWith({ body, header, now }: ShopDelivery, key: Uint8Array): boolean {
  const timestamp = header('webhook-timestamp');
  if (key.length === 0 || !isRecent(timestamp, now)) return false;
  const signed = [`${header('webhook-id')}.${timestamp}.`, body];
  const given = header('webhook-signature').split(' ');
  return isAmong(given, `v1,${hmac(key, signed, 'base64')}`);
}
