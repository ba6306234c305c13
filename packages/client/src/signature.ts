// Verifies the Ed25519 signature of an answer. The signature covers the timestamp header and the raw
// body.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';

/** Prefix of the 32 bytes of an Ed25519 public key in SPKI form (RFC 8410). */
const spkiPrefix = '302a300506032b6570032100';

/** A pinned public key of the service. */
export interface TrustedKey {
  /** 64 hex characters. */
  readonly publicKey: string;
  /** Identifies the key in requests (docs/protocol.md#signing-keys). */
  readonly id: string;
  readonly key: KeyObject;
}

/** `publicKey` must be 64 hex characters. */
export function readPublicKey(publicKey: string): TrustedKey {
  const key = Buffer.from(spkiPrefix + publicKey, 'hex');
  return {
    publicKey,
    id: createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 16),
    key: createPublicKey({ key, format: 'der', type: 'spki' }),
  };
}

export type SignatureCheck =
  /** `by` is the public key that signed the answer. */
  | { readonly kind: 'valid'; readonly signedAtMs: number; readonly by: string }
  | { readonly kind: 'invalid' }
  /** The signature header or the timestamp header is missing. */
  | { readonly kind: 'missing' };

export function checkSignature(
  keys: readonly TrustedKey[],
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): SignatureCheck {
  const signature = headers[signatureHeader];
  const timestamp = headers[timestampHeader];
  if (signature === undefined || timestamp === undefined) return { kind: 'missing' };
  // SECURITY: timestamp and body are signed without a separator, so a timestamp must be digits.
  if (!/^[0-9]{1,13}$/.test(timestamp) || !/^[0-9a-fA-F]{128}$/.test(signature))
    return { kind: 'invalid' };
  const [bytes, given] = [signedBytes(timestamp, body), Buffer.from(signature, 'hex')];
  const by = keys.find(({ key }) => verify(null, bytes, key, given))?.publicKey;
  if (by === undefined) return { kind: 'invalid' };
  return { kind: 'valid', signedAtMs: Number(timestamp) * 1000, by };
}
