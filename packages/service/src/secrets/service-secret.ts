// Opens the service's secret (docs/protocol.md#service-secret) and derives keys from it, such as
// those of sealed addresses and idempotency hashes. These keys survive a signing key rotation.
// The secret never leaves this file.
import { hkdfSync, randomBytes } from 'node:crypto';
import { StartProblem } from '../start-problem.ts';
import { createKeyFile, readKeyFile, type KeyFile } from './key-file.ts';

export interface ServiceSecret {
  /** Returns 32 bytes for one purpose, the same in every process that has this secret. */
  readonly deriveKey: (purpose: string) => Buffer;
}

const secretBytes = 32;

/** Creates a missing file. Throws StartProblem for an unreadable, exposed or malformed file. */
export function openServiceSecret(path: string): ServiceSecret {
  const file: KeyFile = { path, name: 'service secret' };
  const secret = readKeyFile(file) ?? createKeyFile(file, randomBytes(secretBytes));
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

/** Returns hex that identifies the secret and reveals nothing about it. */
export function secretFingerprint({ deriveKey }: ServiceSecret): string {
  return deriveKey('identity').toString('hex');
}
