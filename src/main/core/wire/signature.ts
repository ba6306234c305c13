// Verifies that an answer's bytes come from the service: Ed25519 over the timestamp header and the raw body.
// Decides nothing else; parses nothing.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { signatureHeader, signedBytes, timestampHeader } from '../../../shared/wire/envelope.ts';

/** What stands before the 32 bytes of an Ed25519 key in SPKI form (RFC 8410). */
const spkiHead = '302a300506032b6570032100';

/** `hex`: 64 hex characters, as the configuration checked. */
export function readPublicKey(hex: string): KeyObject {
  const key = Buffer.from(spkiHead + hex, 'hex');
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

export type SignatureCheck =
  | { readonly kind: 'valid'; readonly signedAtMs: number }
  | { readonly kind: 'invalid' }
  /** One of the two headers is missing. */
  | { readonly kind: 'missing' };

export function checkSignature(
  key: KeyObject,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): SignatureCheck {
  const signature = headers[signatureHeader];
  const timestamp = headers[timestampHeader];
  if (signature === undefined || timestamp === undefined) return { kind: 'missing' };
  // SECURITY: digits only, or bytes of a JSON body could be moved into the header under the same signature.
  if (!/^[0-9]{1,13}$/.test(timestamp) || !/^[0-9a-fA-F]{128}$/.test(signature))
    return { kind: 'invalid' };
  const valid = verify(null, signedBytes(timestamp, body), key, Buffer.from(signature, 'hex'));
  return valid ? { kind: 'valid', signedAtMs: Number(timestamp) * 1000 } : { kind: 'invalid' };
}
