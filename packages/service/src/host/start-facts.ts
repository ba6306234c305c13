// Records how the service was started, for `latchkey doctor`.
import { writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { defaultConnections } from '../default-limits.ts';
import { sharedAddress, sharedAddressText } from '../features/sessions/shared-address.ts';
import type { ServiceOptions } from './serve.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

/** Also warns if users share one address. */
export async function recordStart(db: Database, options: ServiceOptions, nowMs: () => UnixMs) {
  await recordProcesses(db, options);
  return recordProxies(db, options, nowMs);
}

async function recordProcesses(
  db: Database,
  { databaseUrl, connections = defaultConnections, group }: ServiceOptions,
): Promise<void> {
  const count = group?.count ?? 1;
  await writeFact(db, 'processes', String(count));
  // One more of each process is for statistics.
  const all = databaseUrl === undefined ? '' : String(count * (connections + 1));
  await writeFact(db, 'connections', all);
}

async function recordProxies(
  db: Database,
  { trustedProxies = [] }: ServiceOptions,
  nowMs: () => UnixMs,
): Promise<{ warnings: readonly string[]; trustsProxies: boolean }> {
  await writeFact(db, 'trusted-proxies', trustedProxies.join(','));
  await writeFact(db, 'unreadable-proxy', '');
  if (trustedProxies.length > 0) return { warnings: [], trustsProxies: true };
  const address = await sharedAddress(db, toUnixSeconds(nowMs()));
  return { warnings: address === null ? [] : [sharedAddressText(address)], trustsProxies: false };
}
