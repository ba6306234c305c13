// Keys, application and times of the vectors for clients in other languages (sdks/vectors). The keys
// are public: they sign test data only.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { signedBytes } from '@latchkey/protocol/envelope.ts';
import { passDomain } from '@latchkey/protocol/offline-pass.ts';

/** Prefix of the 32 bytes of an Ed25519 private key in PKCS #8 form (RFC 8410). */
const pkcs8Prefix = '302e020100300506032b657004220420';

export interface TestKey {
  readonly privateKey: KeyObject;
  /** 64 hex characters. */
  readonly publicKey: string;
}

function testKey(label: string): TestKey {
  const seed = createHash('sha256').update(`latchkey vectors, ${label}`).digest('hex');
  const der = Buffer.from(pkcs8Prefix + seed, 'hex');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('hex') };
}

export const serviceKey = testKey('the service');
export const nextKey = testKey('the next key of the service');
export const strangerKey = testKey('a stranger');

export const application = { name: 'My App', ownerid: 'abcde12345' } as const;
/** A service for two applications signs both with one key. */
export const otherApplication = { name: 'Other App', ownerid: 'zyxwv98765' } as const;
/** The time of the vectors, unix seconds. */
export const nowSeconds = 1_900_000_000;
export const challenge = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
export const otherChallenge = 'HwAeHRwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgE';
export const device = 'f'.repeat(64);

/** The largest scalar plus one. Source: RFC 8032, section 5.1. */
const groupOrder = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

/** Returns the signature with the group order added to S, which lax verifiers accept. */
export function withLargeS(signature: string): string {
  const bytes = Buffer.from(signature, 'hex');
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + groupOrder;
  const large = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([bytes.subarray(0, 32), large]).toString('hex');
}

export function signAnswer(key: TestKey, timestamp: string, body: Uint8Array): string {
  return sign(null, signedBytes(timestamp, body), key.privateKey).toString('hex');
}

/** Signs the bytes of a pass with `domain` before them. */
export function signPass(key: TestKey, json: Uint8Array, domain: string = passDomain): string {
  const signature = sign(null, Buffer.concat([Buffer.from(domain), json]), key.privateKey);
  return [Buffer.from(json), signature].map((part) => part.toString('base64url')).join('.');
}
