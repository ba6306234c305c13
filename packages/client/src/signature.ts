// Verifies that an answer's bytes come from the service: Ed25519 over the timestamp header and the raw body.
// Decides nothing else; parses nothing.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';

/** What stands before the 32 bytes of an Ed25519 key in SPKI form (RFC 8410). */
const spkiHead = '302a300506032b6570032100';

/** A key of the service that the configuration names. */
export interface TrustedKey {
  /** 64 hex characters. */
  readonly publicKey: string;
  /** What requests call it (contract 0.17). */
  readonly id: string;
  readonly key: KeyObject;
}

/** `publicKey`: 64 hex characters, as the configuration checked. */
export function readPublicKey(publicKey: string): TrustedKey {
  const key = Buffer.from(spkiHead + publicKey, 'hex');
  return {
    publicKey,
    id: createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 16),
    key: createPublicKey({ key, format: 'der', type: 'spki' }),
  };
}

export type SignatureCheck =
  /** `by`: the public key. */
  | { readonly kind: 'valid'; readonly signedAtMs: number; readonly by: string }
  | { readonly kind: 'invalid' }
  /** One of the two headers is missing. */
  | { readonly kind: 'missing' };

export function checkSignature(
  keys: readonly TrustedKey[],
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): SignatureCheck {
  const signature = headers[signatureHeader];
  const timestamp = headers[timestampHeader];
  if (signature === undefined || timestamp === undefined) return { kind: 'missing' };
  // SECURITY: digits only, or bytes of a JSON body could be moved into the header under the same signature.
  if (!/^[0-9]{1,13}$/.test(timestamp) || !/^[0-9a-fA-F]{128}$/.test(signature))
    return { kind: 'invalid' };
  const [bytes, given] = [signedBytes(timestamp, body), Buffer.from(signature, 'hex')];
  const by = keys.find(({ key }) => verify(null, bytes, key, given))?.publicKey;
  if (by === undefined) return { kind: 'invalid' };
  return { kind: 'valid', signedAtMs: Number(timestamp) * 1000, by };
}
