// Names an account of this service, and what belongs to it, in what is remembered on this computer.
// SECURITY: nobody reads out of the file who has an account here. The key of the hash lies in another file, or in none.
import { createHmac } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { serviceHash } from '../session/service-hash.ts';
import { type CoreParts } from '../parts.ts';

/** `username`: as the service knows it. 32 hex characters. */
export async function accountKey(
  { config, device }: Pick<CoreParts, 'config' | 'device'>,
  username: string,
): Promise<string> {
  return keyedHash(await stateKey(device), `${serviceHash(config.service)}\n${fold(username)}`);
}

/** What is remembered is hashed with it. */
export async function stateKey(device: CoreParts['device']): Promise<string> {
  // Where the data folder cannot be used, nothing is remembered beyond this run.
  return (await device.install()) ?? (await device.id()) ?? '';
}

/** 32 hex characters. */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}
