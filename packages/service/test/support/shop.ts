// Opens a service for tests of shop orders, and reads the keys in answers and in the database.
import { sellerOf } from './seller-client.ts';
import { openWire } from './service-client.ts';
import type { TestServiceOptions } from './service.ts';

/** Unix seconds. */
export const shopNow = 1_800_000_000;

export async function openShop(options: TestServiceOptions = {}) {
  const wire = await openWire({ now: () => shopNow * 1000, ...options });
  const { service } = wire;
  const licenses = () => service.database.selectFrom('licenses').select('key').execute();
  const keys = async () => (await licenses()).map(({ key }) => key).sort();
  return { ...wire, ask: sellerOf(service), keys };
}

export const keysIn = (body: Readonly<Record<string, unknown>>) =>
  'key' in body ? [String(body['key'])] : (body['keys'] as string[]);
