// Opens a service with seller keys of chosen scopes, a settable clock and a readable audit log.
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { hashToken } from '../../src/secrets/token-hash.ts';
import { sellerOf } from './seller-client.ts';
import type { TestServiceOptions } from './service.ts';
import { openWire } from './service-client.ts';

/** Unix seconds. */
export const start = 1_800_000_000;
export const applicationId = 'the-own-application';

export async function openWithKeys(options: TestServiceOptions = {}) {
  let now = start;
  const wire = await openWire({ ...options, now: () => now * 1000 });
  const { service } = wire;
  const addKey = async (scope: SellerScope, label: string = scope, of = applicationId) => {
    const sellerkey = `key-of-${label}-${of}`.padEnd(32, '0');
    const row = { id: `${of}${label}`, applicationId: of, keyHash: hashToken(sellerkey), label };
    await service.database
      .insertInto('sellerKeys')
      .values({ ...row, scope, createdAt: now, endsAt: null })
      .execute();
    return sellerkey;
  };
  const ask = sellerOf(service);
  const audit = async () => {
    const rows = (await ask('fetchauditlog')).body['auditlog'] as Record<string, string>[]; // as its schema says
    return rows.map(({ sellerkey, type, detail }) => `${sellerkey} ${type} ${detail}`.trim());
  };
  return { ...wire, ask, addKey, audit, setNow: (seconds: number) => (now = seconds) };
}
