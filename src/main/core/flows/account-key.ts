// Derives the keyed hashes that stand for accounts and subscriptions in the saved state.
// SECURITY: the state file reveals no account. The hash key is in another file, or in none.
import { createHmac } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { serviceHash } from '../session/service-hash.ts';
import { type CoreParts } from '../parts.ts';

/** `username`: as the service knows it. Returns 32 hex characters. */
export async function accountKey(
  { config, device }: Pick<CoreParts, 'config' | 'device'>,
  username: string,
): Promise<string> {
  return keyedHash(await stateKey(device), `${serviceHash(config.service)}\n${fold(username)}`);
}

/** The key for all hashes in the saved state. */
export async function stateKey(device: CoreParts['device']): Promise<string> {
  // If the data folder is not usable, nothing is saved beyond this run anyway.
  return (await device.install()) ?? (await device.id()) ?? '';
}

/** Returns 32 hex characters. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}
