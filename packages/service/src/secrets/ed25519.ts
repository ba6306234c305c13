// Signs with libsodium if it is installed, else with node:crypto. Both make the same signatures;
// libsodium takes half the time (docs/decisions/0022).
import { sign, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';

/** The part of sodium-native that signs, which comes without types. */
interface Sodium {
  readonly sodium_malloc: (bytes: number) => Buffer;
  readonly crypto_sign_seed_keypair: (publicKey: Buffer, secretKey: Buffer, seed: Buffer) => void;
  readonly crypto_sign_detached: (signature: Buffer, bytes: Buffer, secretKey: Buffer) => void;
}

const sodium = loadSodium();

export const signingLibrary = sodium === null ? 'node:crypto' : 'libsodium';

/** Signs with node:crypto. Returns 64 bytes. */
export function cryptoSigner(privateKey: KeyObject): (bytes: Buffer) => Buffer {
  return (bytes) => sign(null, bytes, privateKey);
}

/**
 * Signs with libsodium, whose memory for the key is never swapped out. Returns null if it is not
 * installed or has no build for this system.
 * @param seed the 32 bytes of the private key
 */
export function sodiumSigner(seed: Buffer): ((bytes: Buffer) => Buffer) | null {
  if (sodium === null) return null;
  const secretKey = sodium.sodium_malloc(64);
  sodium.crypto_sign_seed_keypair(Buffer.alloc(32), secretKey, seed);
  return (bytes) => {
    const signature = Buffer.allocUnsafe(64);
    sodium.crypto_sign_detached(signature, bytes, secretKey);
    return signature;
  };
}

function loadSodium(): Sodium | null {
  try {
    // A dynamic import would be asynchronous.
    return createRequire(import.meta.url)('sodium-native') as Sodium; // documented by the package
  } catch {
    return null;
  }
}
