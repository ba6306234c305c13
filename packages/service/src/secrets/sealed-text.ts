// Texts that lie in the database and that the database alone shall not tell: AES-256-GCM, under a key of the service's secret.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyObject } from './key-objects.ts';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** `place`: where it lies; the text cannot be opened as one of another place. */
export function sealText(key: Uint8Array, place: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyObject(key), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** null: not sealed under this key for this place, or altered. */
export function openText(key: Uint8Array, place: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const head = ivBytes + tagBytes;
  if (bytes.length < head) return null;
  const options = { authTagLength: tagBytes };
  const opening = createDecipheriv(cipher, keyObject(key), bytes.subarray(0, ivBytes), options)
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(ivBytes, head));
  try {
    return opening.update(bytes.subarray(head), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}
