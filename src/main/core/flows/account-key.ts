// Derives the keyed hashes that identify accounts and subscriptions in the saved state.
// SECURITY: the state file reveals no account, because it does not contain the hash key.
import { createHmac } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { serviceHash } from '../session/service-hash.ts';
import { type CoreParts } from '../parts.ts';

/** `username`: the user name as the service spells it. Returns 32 hex characters. */
export async function accountKey(
  { config, device }: Pick<CoreParts, 'config' | 'device'>,
  username: string,
): Promise<string> {
  return keyedHash(await stateKey(device), `${serviceHash(config.service)}\n${fold(username)}`);
}

/** The key for all hashes in the saved state. */
export async function stateKey(device: CoreParts['device']): Promise<string> {
  // Without a usable data folder nothing is saved, so a weaker key is enough.
  return (await device.installId()) ?? (await device.id()) ?? '';
}

/** Returns 32 hex characters. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}
