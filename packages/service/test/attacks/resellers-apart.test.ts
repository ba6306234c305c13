// Attack: a reseller tries to read, use or guess what belongs to another reseller or the seller.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { dump } from '../support/table-dump.ts';
import { openWithResellers } from '../support/resellers.ts';

async function open() {
  const opened = await openWithResellers();
  const [rita, berta] = [await opened.addReseller('Rita'), await opened.addReseller('Berta')];
  const [unused = '', used = ''] = await berta.make(2, { order: '10042', note: 'of Berta' });
  const sellers = String(
    (await opened.ask('add', { expiry: '30', note: 'of the seller' })).body['key'],
  );
  const customer = await opened.redeem(used);
  return { ...opened, rita, berta, unused, used, sellers, customer };
}

test('no operation shows or changes what belongs to others', async () => {
  const { rita, berta, service, unused, used, sellers, customer } = await open();
  const before = await dump(service.database);
  const answers: string[] = [];
  for (const [type, spec] of Object.entries<SellerSpec>(sellerApi)) {
    if (type === 'add') continue;
    // All other operations are refused before they look anything up (account-roles.slow.test.ts).
    const isReached = spec.resellers === true;
    for (const key of isReached ? [unused, used, sellers, unused.toLowerCase()] : [unused])
      for (const user of isReached ? [customer, 'Berta'] : [customer]) {
        const sent = { key, user, username: user, text: key.slice(-4), order: '10042' };
        const own = Object.entries(sent).filter(([name]) => name in spec.request.shape);
        answers.push(JSON.stringify((await rita.act(type, Object.fromEntries(own))).body));
      }
  }
  for (const secret of [unused, used, sellers, customer, 'of Berta', 'of the seller'])
    expect(answers.join('\n')).not.toContain(secret);
  const after = await dump(service.database);
  const changed = [...after].filter(
    ([table, rows]) => JSON.stringify(rows) !== JSON.stringify(before.get(table)),
  );
  // The general limit counts requests in `throttles`, and the service adds up counts every 10 s.
  const ownTables = ['throttles', 'newCounts', 'dayCounts'];
  expect(changed.map(([table]) => table).filter((table) => !ownTables.includes(table))).toEqual([
    'auditLogs',
  ]);
  // The control: the same operations show everything to Berta.
  expect((await berta.act('fetchallkeys')).body['keys']).toHaveLength(2);
  expect((await berta.act('info', { key: used })).body).toMatchObject({ usedby: customer });
  expect((await berta.act('fetchcustomers', { username: 'Berta' })).body['customers']).toEqual([
    { username: customer, keys: '1', lastredeem: '1800000000' },
  ]);
});

test('the orders of resellers are separate from each other and from those of the seller', async () => {
  const { ask, rita, berta, unused, used } = await open();
  const own = await rita.make(2, { order: '10042' });
  expect(own).toHaveLength(2);
  expect(own).not.toContain(unused);
  const sellers = (await ask('add', { expiry: '30', order: '10042' })).body;
  expect(sellers).toMatchObject({ order: '10042', repeated: false });
  expect([unused, used, ...own]).not.toContain(sellers['key']);
  expect((await berta.make(2, { order: '10042' })).toSorted()).toEqual([unused, used].toSorted());
  const rows = (await rita.act('fetchallkeys')).body['keys'] as { order: string }[]; // as its schema says
  expect(rows.map(({ order }) => order)).toEqual(['10042', '10042']);
});

test('a customer whose name is a license key of another reseller is masked', async () => {
  const { ask, rita, berta, send, init } = await open();
  const [login = ''] = await berta.make();
  const session = await init();
  await send({ type: 'license', key: login, sessionid: session, hwid: 'd'.repeat(64) });
  const [second = ''] = await rita.make();
  await ask('assignkey', { user: login, key: second });
  const customers = (await rita.act('fetchcustomers', { username: 'Rita' })).body['customers'];
  expect(customers).toMatchObject([{ username: `****${login.slice(-4)}` }]);
  const keys = JSON.stringify((await rita.act('fetchallkeys')).body);
  expect(keys).not.toContain(login);
  expect((await rita.act('info', { key: second })).body['usedby']).toBe(`****${login.slice(-4)}`);
  const own = (await berta.act('fetchcustomers', { username: 'Berta' })).body['customers'];
  expect(JSON.stringify(own)).toContain(login);
});
