// The service's own secret (contract 0.17): what must outlive a change of signing keys hangs on it, such as sealed addresses
// and the hashes of repeated requests. It never leaves this file; what others get are keys made from it.
import { hkdfSync, randomBytes } from 'node:crypto';
import { StartProblem } from '../start-problem.ts';
import { makeKeyFile, readKeyFile, type KeyFile } from './key-file.ts';

export interface ServiceSecret {
  /** 32 bytes for one purpose; the same in every process that has this secret. */
  readonly deriveKey: (purpose: string) => Buffer;
}

const secretBytes = 32;

/** Made where it is missing. Throws StartProblem for a file that cannot be read, is open to others or holds something else. */
export function openServiceSecret(path: string): ServiceSecret {
  const file: KeyFile = { path, name: 'service secret' };
  const secret = readKeyFile(file) ?? makeKeyFile(file, randomBytes(secretBytes));
  if (secret.length !== secretBytes)
    throw new StartProblem(
      `The service secret ${path} does not have ${secretBytes} bytes. Copy it from a backup.`,
    );
  const keys = new Map<string, Buffer>();
  return {
    deriveKey(purpose) {
      const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
      keys.set(purpose, key);
      return key;
    },
  };
}

/** Tells nothing of the secret; hex. */
export function secretFingerprint({ deriveKey }: ServiceSecret): string {
  return deriveKey('identity').toString('hex');
}
