// Dry runs: the same answer as the change gives, and no row of any table changes.
import { expect, test } from 'vitest';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import { bulkTypes } from '@latchkey/protocol/seller/bulk.ts';
import { dryRunText } from '@latchkey/protocol/seller/dry-run.ts';
import { sellerOperations } from '../src/host/seller-operations.ts';
import { openWithResellers } from './support/resellers.ts';
import { dump } from './support/table-dump.ts';

/**
 * Used and unused keys of a reseller and of the seller, and a webhook that reports bans. The user
 * of the reseller's key has two computers and a token.
 */
async function open() {
  const opened = await openWithResellers();
  const { ask, addReseller, redeem, service } = opened;
  await ask('addwebhook', { baseurl: 'http://127.0.0.1:9/', events: 'ban' });
  const rita = await addReseller('Rita');
  const berta = await addReseller('Berta');
  await berta.make(2);
  const [used = '', unused = ''] = await rita.make(2);
  const user = await redeem(used);
  await ask('addhwiduser', { user, hwid: 'e'.repeat(64) });
  await ask('addtoken', { key: unused });
  await ask('addtoken', { user });
  const order = await ask('add', { expiry: '30', amount: '2', order: '4711' });
  await redeem(String((order.body['keys'] as string[])[0])); // as its schema says
  const banned = String((await ask('add', { expiry: '30', order: '4712' })).body['key']);
  await redeem(banned);
  await ask('ban', { key: banned, userToo: '1' });
  const { shop } = (await ask('addshop', { kind: 'hmac', secret: 'the-secret-of-a-shop' })).body;
  await service.deliveriesSettled();
  return { ...opened, rita, names: { used, unused, user, banned, shop: String(shop) } };
}

type Names = Awaited<ReturnType<typeof open>>['names'];
type Parameters = Readonly<Record<string, string>>;

const changes: Readonly<Record<string, (names: Names) => readonly [SellerType, Parameters]>> = {
  'refund of a used key': ({ used }) => ['refund', { key: used }],
  'refund of an unused key': ({ unused }) => ['refund', { key: unused }],
  'refund of an order': () => ['refund', { order: '4711' }],
  'ban of a key': ({ unused }) => ['ban', { key: unused, reason: 'Leaked' }],
  'ban of a key with its user': ({ used }) => ['ban', { key: used, userToo: '1', address: '1' }],
  'unban of a key with its user': ({ banned }) => ['unban', { key: banned }],
  'deletion of a key': ({ unused }) => ['del', { key: unused }],
  'deletion of a key with its user': ({ used }) => ['del', { key: used, userToo: '1' }],
  'deletion of several keys': ({ used, unused }) => [
    'delmultiple',
    { key: `${used},${unused},NONE`, userToo: '1' },
  ],
  "change of a shop's mail": ({ shop }) => ['editshop', { shop, subject: 'Your key' }],
  'ban of a user': ({ user }) => ['banuser', { user, reason: 'Fraud', address: '1' }],
};

for (const [title, requestOf] of Object.entries(changes))
  test(`a dry ${title} answers what the change answers, and changes nothing`, async () => {
    const { ask, service, names } = await open();
    const [type, parameters] = requestOf(names);
    const before = await dump(service.database);
    const dry = await ask(type, { ...parameters, dryrun: '1' });
    expect(await dump(service.database)).toEqual(before);
    const real = await ask(type, { ...parameters, dryrun: '0' });
    const { success, message, ...fields } = real.body;
    expect(success).toBe(true);
    expect(dry.body).toEqual({
      success,
      message: `${dryRunText}: ${String(message)}`,
      ...fields,
      dryrun: true,
    });
    expect(await dump(service.database)).not.toEqual(before);
  });

test('a reseller runs the deletion of an own key dry, and reaches no other key', async () => {
  const { ask, rita, service, names } = await open();
  const others = String((await ask('add', { expiry: '30' })).body['key']);
  const before = await dump(service.database);
  expect((await rita.act('del', { key: names.unused, dryrun: '1' })).body).toMatchObject({
    success: true,
    dryrun: true,
    takenBack: [],
  });
  for (const key of [names.used, others])
    expect(await rita.act('del', { key, dryrun: '1' })).toMatchObject({ status: 400 });
  for (const type of ['refund', 'ban', 'unban'])
    expect((await rita.act(type, { key: names.unused, dryrun: '1' })).body).toMatchObject({
      success: false,
      reason: 'scope',
    });
  const after = new Map(await dump(service.database));
  const written = after.get('auditLogs')?.slice(before.get('auditLogs')?.length) ?? [];
  expect(written.length).toBeGreaterThan(0);
  after.set('auditLogs', before.get('auditLogs') ?? []);
  expect(after).toEqual(before);
});

test('a dry run requires the scope of the change, and is recorded for an additional key', async () => {
  const { ask, addKey, audit, names } = await open();
  const [sell, support] = [await addKey('sell'), await addKey('support')];
  const key = names.unused;
  const masked = `****${key.slice(-4)}`;
  const outOfScope = { success: false, reason: 'scope' };
  const act = async (type: string, sellerkey: string, more: Parameters) =>
    (await ask(type, { sellerkey, dryrun: '1', ...more })).body;
  expect(await act('refund', support, { key })).toMatchObject(outOfScope);
  expect(await act('banuser', sell, { user: names.user })).toMatchObject(outOfScope);
  expect(await act('del', sell, { key })).toMatchObject(outOfScope);
  expect(await act('refund', sell, { key })).toMatchObject({ dryrun: true });
  expect(await act('refund', sell, { key: 'NONE' })).toMatchObject({ message: 'Key Not Found' });
  const lines = (await audit()).filter((line) => line.startsWith('sell refund'));
  expect(lines.sort()).toEqual([
    `sell refund dryrun=1 key=${masked} reason=Refunded`,
    'sell refund refused: Key Not Found',
  ]);
  expect((await ask('info', { key })).body).toMatchObject({ status: 'Not Used' });
});

test('operations without dry runs refuse the parameter instead of changing something', async () => {
  const { ask, service, names } = await open();
  const before = await dump(service.database);
  const requests: Readonly<Record<string, Parameters>> = {
    deluser: { user: names.user },
    delalllicenses: {},
    resetuser: { user: names.user },
  };
  for (const [type, parameters] of Object.entries(requests))
    expect(await ask(type, { ...parameters, dryrun: '1' })).toMatchObject({
      status: 400,
      message: 'The parameter "dryrun" is not known.',
    });
  for (const name of ['dryRun', 'dry_run', 'dry-run'])
    expect(await ask('del', { key: names.unused, [name]: '1' })).toMatchObject({
      status: 400,
      message: `The parameter "${name}" is not known.`,
    });
  for (const dryrun of ['2', 'maybe', ''])
    expect(await ask('del', { key: names.unused, dryrun })).toMatchObject({
      status: 400,
      message: 'The parameter "dryrun" is not valid.',
    });
  expect(await dump(service.database)).toEqual(before);
});

test('every operation with dry runs is one transaction of a single change, except importrows', () => {
  const dry = (Object.keys(sellerApi) as SellerType[]).filter(
    (type) => 'dryrun' in sellerApi[type].request.shape,
  );
  expect(dry.sort()).toEqual([
    'ban',
    'banuser',
    'del',
    'delmultiple',
    'editshop',
    'importrows',
    'refund',
    'unban',
  ]);
  const bulk: readonly string[] = bulkTypes;
  for (const type of dry) {
    expect(bulk).not.toContain(type);
    expect(sellerApi[type].changes, type).not.toBeNull();
    expect(sellerApi[type].answer.shape, type).toHaveProperty('dryrun');
    // A prepared handler could have effects before its transaction. imports.test.ts tests the other.
    if (type !== 'importrows') expect(sellerOperations[type], type).toBeTypeOf('function');
  }
});
