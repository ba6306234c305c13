// Random steps for tests of the ledger, and another application with the same user names.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { hashToken } from '../src/secrets/token-hash.ts';
import { newApplication } from '../src/features/settings/new-application.ts';
import { sellerOf } from './support/seller-client.ts';
import type { openWire } from './support/service-client.ts';
import { day, names, start } from './support/ledger-model.ts';

const who = fc.constantFrom(...names);
const seconds = fc.integer({ min: 1, max: 12 * day });
const which = fc.nat({ max: 9 });

export const step = fc.oneof(
  fc.record({ what: fc.constant('pass' as const), seconds }),
  fc.record({ what: fc.constant('redeem' as const), who, days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ what: fc.constant('extend' as const), who, days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ what: fc.constant('extend all' as const), days: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ what: fc.constant('subtract' as const), who, seconds }),
  fc.record({ what: fc.constantFrom('pauseuser' as const, 'unpauseuser' as const), who }),
  fc.record({ what: fc.constantFrom('pausesub' as const, 'unpausesub' as const) }),
  fc.record({ what: fc.constantFrom('pauseapp' as const, 'unpauseapp' as const) }),
  fc.record({ what: fc.constantFrom('ban' as const, 'refund' as const), which }),
  fc.record({ what: fc.constant('unban' as const), which }),
  fc.record({ what: fc.constantFrom('delsub' as const, 'resetuser' as const), who }),
);

export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Adds an application whose users have the same names. Returns a reader of what they own. */
export async function otherApplication({
  url,
  app,
  database,
}: Awaited<ReturnType<typeof openWire>>['service']) {
  const own = { ...app, name: 'Other Application', sellerkey: 'another0seller0key0of032letters0' };
  const { sellerkey, ...rest } = own;
  const row = { ...rest, ...newApplication, sellerkeyHash: hashToken(sellerkey), createdAt: start };
  await database
    .insertInto('applications')
    .values({ id: randomUUID(), ...row })
    .execute();
  const ask = sellerOf({ url, app: own });
  await ask('addsub', { name: 'Pro', level: '1' });
  for (const user of names) await ask('adduser', { user, sub: 'Pro', expiry: '1000', pass: 'p' });
  return async () => {
    const all = [];
    for (const user of names) all.push((await ask('usergrants', { user })).body['subs']);
    return all as { since: string; grants: { given: number; revoked: string | null }[] }[][]; // as its schema says
  };
}
