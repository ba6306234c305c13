// Attack: a manager or reseller calls what the desk hides, or names what belongs to others.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import {
  isScopeAccepted,
  narrowestScope,
  sellerScopes,
  type SellerScope,
} from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { openWithDesk } from '../support/desk.ts';
import { addUsageRows, fillApplication } from '../support/full-application.ts';
import { mark, parametersOf } from '../support/requests-from-spec.ts';
import { dump } from '../support/table-dump.ts';

const application = 'Test Application';
const all: readonly (readonly [string, SellerSpec])[] = Object.entries(sellerApi);

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
  { scopes: [] },
];

test.each(scopeSets)(
  'a manager with $scopes may use exactly the operations of a seller key',
  async ({ scopes }) => {
    const { browserOf, service } = await openWithDesk();
    await service.removeNeighbour();
    const mia = await browserOf('Mia', { scopes: scopes.join(',') });
    let refused = 0;
    for (const [type, spec] of all) {
      const { status, body } = await mia.ask(type, { ...examplesOf(spec), application });
      if (scopes.some((scope) => isScopeAccepted(scope, spec.scope))) {
        expect(body['reason'], type).toBeUndefined();
        continue;
      }
      refused += 1;
      const scope = narrowestScope(spec.scope);
      expect({ status, body }, type).toMatchObject({
        status: 400,
        body: { reason: 'scope', scope },
      });
    }
    expect(refused).toBeGreaterThanOrEqual(scopes.includes('all') ? 0 : 10);
  },
);

/** The tables whose rows differ. Requests are counted in `throttles`. */
async function changedTables(
  db: Parameters<typeof dump>[0],
  before: Awaited<ReturnType<typeof dump>>,
) {
  const after = await dump(db);
  const changed = [...after].filter(
    ([table, rows]) => JSON.stringify(rows) !== JSON.stringify(before.get(table)),
  );
  return changed.map(([table]) => table).filter((table) => table !== 'throttles');
}

test('a reseller who calls what the page hides is refused, and changes nothing', async () => {
  const { browserOf, service } = await openWithDesk();
  await service.removeNeighbour();
  const rita = await browserOf('Rita', { role: 'Reseller', scopes: '', keylevels: '1' });
  const taken: string[] = [];
  for (const [type, spec] of all) {
    const before = await dump(service.database);
    const { status, body } = await rita.ask(type, { ...examplesOf(spec), application });
    if (body['reason'] !== 'scope') {
      taken.push(type);
      continue;
    }
    expect(status, type).toBe(400);
    expect(await changedTables(service.database, before), type).toEqual(['auditLogs']);
  }
  // Control: the operations for resellers are reached.
  expect(taken.toSorted()).toEqual(
    all.flatMap(([type, spec]) => (spec.resellers === true ? [type] : [])).toSorted(),
  );
  expect(taken).toHaveLength(9);
});

test('a reseller finds no key, customer or balance of another reseller', async () => {
  const { browserOf, service, ask } = await openWithDesk();
  await service.removeNeighbour();
  const account = { role: 'Reseller', scopes: '', keylevels: '1' };
  const [rita, berta] = [await browserOf('Rita', account), await browserOf('Berta', account)];
  await ask('setbalance', { username: 'Berta', month: '5' });
  const made = await berta.ask('add', { application, expiry: '30', note: 'of Berta' });
  const key = String(made.body['key']);
  const answers: string[] = [];
  for (const [type, spec] of all) {
    if (type === 'add') continue;
    const sent = { key, user: 'Berta', username: 'Berta', text: key.slice(-4) };
    const own = Object.entries(sent).filter(([name]) => name in spec.request.shape);
    const parameters = { ...Object.fromEntries(own), application };
    answers.push(JSON.stringify((await rita.ask(type, parameters)).body));
  }
  for (const text of [key, 'of Berta']) expect(answers.join('\n')).not.toContain(text);
  // Control: Berta sees her key.
  expect((await berta.ask('fetchallkeys', { application })).body['keys']).toMatchObject([{ key }]);
});

test('no operation reads or changes what another application owns', async () => {
  const { browserOf, service } = await openWithDesk();
  await service.removeNeighbour();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const sibling = await addOtherApplication(service, { id: 'sibling', ownerid: 'testOwner1' });
  const foreign = await addOtherApplication(service, { id: 'foreign' });
  for (const [at, { id }] of [sibling, foreign].entries()) {
    const rowId = `${mark}-row-${at}`;
    await fillApplication(service.database, id, mark, rowId);
    await addUsageRows(service.database, id, { mark: `${mark}${at}`, id: rowId });
  }
  const before = await dump(service.database);
  for (const [type, spec] of all) {
    const named = Object.fromEntries(
      parametersOf(spec.request)
        .filter(({ optional, name }) => !optional || /id$|^(user|key|name|sub)/.test(name))
        .map(({ name, accepts, example }) => [name, accepts(mark) ? mark : example]),
    );
    for (const { name } of [sibling, foreign])
      expect((await mia.ask(type, { ...named, application: name })).body).toMatchObject({
        code: 'application-unknown',
      });
    // Only what is refused for the missing record, or concerns the own application, is reached.
    const { body } = await mia.ask(type, { ...named, application });
    expect(JSON.stringify(body), type).not.toContain(`${mark}-row-`);
  }
  const after = await dump(service.database);
  let kept = 0;
  for (const [table, rows] of before) {
    if (table === 'throttles') continue;
    const theirs = rows.filter(
      (row) => row.includes(`${mark}-row-`) || /"(sibling|foreign)"/.test(row),
    );
    const left = new Set(after.get(table));
    expect(
      theirs.filter((row) => !left.has(row)),
      table,
    ).toEqual([]);
    kept += theirs.length;
  }
  expect(kept).toBeGreaterThan(80);
  // Control: an own record of the same name is reached.
  expect(
    (await mia.ask('addvar', { application, name: mark, data: 'x', authed: '0' })).status,
  ).toBe(200);
  expect((await mia.ask('delvar', { application, name: mark })).status).toBe(200);
});
