// What managers and resellers may do with their seller keys, over all operations.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import {
  isScopeAccepted,
  narrowestScope,
  sellerScopes,
  type SellerScope,
} from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { dump } from './support/table-dump.ts';
import { parametersOf } from './support/requests-from-spec.ts';
import { openWithKeys } from './support/seller-keys.ts';
import { openWithResellers } from './support/resellers.ts';

type Spec = readonly [string, SellerSpec];
const all: readonly Spec[] = Object.entries(sellerApi);

/** Nothing that these requests name exists, so an allowed operation fails only for that reason. */
const examplesOf = ({ request }: SellerSpec) =>
  Object.fromEntries(
    parametersOf(request)
      .filter(({ optional }) => !optional)
      .map(({ name, example }) => [name, example]),
  );

const scopeSets: readonly { readonly scopes: readonly SellerScope[] }[] = [
  ...sellerScopes.map((scope) => ({ scopes: [scope] })),
  { scopes: ['sell', 'support'] },
  { scopes: ['read', 'release'] },
  { scopes: [] },
];

test.each(scopeSets)(
  'a manager with $scopes may use exactly their operations',
  async ({ scopes }) => {
    const { ask, service } = await openWithKeys();
    await service.removeNeighbour();
    await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: scopes.join(',') });
    const sellerkey = String((await ask('newaccountkey', { user: 'Mia' })).body['sellerkey']);
    let refused = 0;
    for (const [type, spec] of all) {
      const answer = await ask(type, { ...examplesOf(spec), sellerkey });
      if (scopes.some((scope) => isScopeAccepted(scope, spec.scope))) {
        expect(answer.body['reason'], type).toBeUndefined();
        continue;
      }
      refused += 1;
      const scope = narrowestScope(spec.scope);
      expect(answer, type).toMatchObject({ status: 400, body: { reason: 'scope', scope } });
    }
    expect(refused).toBeGreaterThanOrEqual(scopes.includes('all') ? 0 : 10);
  },
);

test('a reseller may use exactly the operations for resellers', async () => {
  const { addReseller, service } = await openWithResellers();
  const rita = await addReseller('Rita');
  const taken: string[] = [];
  for (const [type, spec] of all) {
    const before = await dump(service.database);
    const answer = await rita.act(type, examplesOf(spec));
    if (answer.body['reason'] !== 'scope') {
      taken.push(type);
      continue;
    }
    expect(answer.status, type).toBe(400);
    const after = await dump(service.database);
    const changed = [...after].filter(
      ([table, rows]) => JSON.stringify(rows) !== JSON.stringify(before.get(table)),
    );
    // The general limit counts requests in `throttles`.
    expect(changed.map(([table]) => table).filter((table) => table !== 'throttles')).toEqual([
      'auditLogs',
    ]);
  }
  expect(taken.sort()).toEqual(
    [
      ...['add', 'del', 'fetchallkeys', 'fetchallsubs', 'fetchbalance', 'fetchcustomers'],
      ...['getbalance', 'info', 'setseller'],
    ].sort(),
  );
  expect(taken).toEqual(all.flatMap(([type, spec]) => (spec.resellers ? [type] : [])).sort());
});
