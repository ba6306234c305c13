// Reads or creates the service's Ed25519 key file, and signs answers
// (docs/protocol.md#signatures-and-freshness). The private key never leaves this file.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { StartProblem } from '../start-problem.ts';
import { cryptoSigner, sodiumSigner } from './ed25519.ts';
import { createKeyFile, readKeyFile, type KeyFile } from './key-file.ts';

export interface Signer {
  /** SHA-256 of the raw public key, hex. */
  readonly fingerprint: string;
  /** The raw public key, 64 hex characters. */
  readonly publicKey: string;
  /** Signs the text of the timestamp header and the body in UTF-8. Returns 128 hex characters. */
  readonly sign: (timestamp: string, body: string) => string;
  /** Signs bytes: those of the timestamp, then those of the body. */
  readonly signBytes: (timestampAndBody: Buffer) => string;
  /** Returns 32 bytes for one purpose. Only for data of versions without a service's secret. */
  readonly deriveKey: (purpose: string) => Buffer;
}

/**
 * Opens the key, or creates a missing file. Throws StartProblem if the file is readable by other
 * users or not an Ed25519 private key, or if its folder is not writable. All processes of one
 * service need the same key, so copy the file.
 */
export function openSigner(path: string): Signer {
  const file: KeyFile = { path, name: 'signing key' };
  const privateKey = parseKey(
    path,
    (readKeyFile(file) ?? createKeyFile(file, newKey())).toString(),
  );
  const { x, d } = privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw unreadable(path);
  const seed = Buffer.from(d, 'base64url');
  const raw = Buffer.from(x, 'base64url');
  const sign = sodiumSigner(seed) ?? cryptoSigner(privateKey);
  const signBytes = (bytes: Buffer) => sign(bytes).toString('hex');
  return {
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    publicKey: raw.toString('hex'),
    // The same bytes as those of `signedBytes`, in one step.
    sign: (timestamp, body) => signBytes(Buffer.from(timestamp + body)),
    signBytes,
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', seed, '', purpose, 32)),
  };
}

/** Returns the id of a key in requests (docs/protocol.md#signing-keys). */
export function keyIdOf(fingerprint: string): string {
  return fingerprint.slice(0, 16);
}

function newKey(): Buffer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

function parseKey(file: string, text: string): KeyObject {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw unreadable(file, error);
  }
  throw unreadable(file);
}

function unreadable(file: string, cause?: unknown): StartProblem {
  return new StartProblem(`The signing key ${file} cannot be read as an Ed25519 private key.`, {
    cause,
  });
}
