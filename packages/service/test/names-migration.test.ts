// A database from before case folding (docs/protocol.md#names): nothing is lost, and duplicate
// names keep working.
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import {
  openEmptyDatabase,
  writeSigningKey,
  migrationsUpTo,
  type AnyTables,
} from './support/old-database.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire, wireTo } from './support/service-client.ts';
import { cheapCost } from './support/cheap-cost.ts';
import { hashToken } from '../src/secrets/token-hash.ts';

const before = '005-grants';

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(raw: Kysely<AnyTables>, table: string): Promise<readonly Row[]> {
  return raw.selectFrom(table).selectAll().execute();
}

/** Enough names for more than two parts of the migration. No two differ only in case. */
const many = 2345;

const tables = [
  ['users', 'username', 'application_id'],
  ['plans', 'name', 'application_id'],
  ['channels', 'name', 'application_id'],
  ['variables', 'varid', 'application_id'],
  ['licenses', 'key', 'application_id'],
  ['user_variables', 'name', 'user_id'],
] as const;

const sellerkey = 'test0seller0key0of032characters0';

/** Two applications of that version: "one" has duplicates and many rows, "two" each name once. */
async function openOld() {
  const old = await openEmptyDatabase();
  const { raw } = old;
  await migrate(old.db, migrationsUpTo(before));
  const { hash } = await createPasswords(cheapCost);
  const password_hash = await hash('right');
  const application = (id: string, name: string) => ({
    id,
    name,
    ownerid: 'testOwner1',
    sellerkey_hash: hashToken(id === 'one' ? sellerkey : id),
    version: '1.0',
    download: '',
    enabled: 1,
    paused: 0,
    hwid_lock: 0,
    force_hwid: 0,
    min_hwid: 0,
    session_seconds: 3600,
    created_at: 1,
  });
  await raw
    .insertInto('applications')
    .values([application('one', 'Test Application'), application('two', 'Other')])
    .execute();
  const user = (application_id: string, username: string) => ({
    id: `${application_id}-${username}`,
    application_id,
    username,
    password_hash,
    totp_step: 0,
    created_at: 1,
  });
  const license = (application_id: string, key: string) => ({
    application_id,
    key,
    level: '1',
    seconds: 60,
    status: 'unused',
    created_at: 1,
  });
  const plan = (application_id: string, name: string) => ({
    id: `${application_id}-${name}`,
    application_id,
    name,
    level: '1',
    created_at: 1,
  });
  const channel = (application_id: string, name: string) => ({
    application_id,
    name,
    delay_seconds: 0,
  });
  const variable = (application_id: string, varid: string) => ({
    application_id,
    varid,
    value: varid,
    authed: 0,
  });
  const own = (user_id: string, name: string) => ({ user_id, name, value: name, read_only: 0 });
  const doubles = ['Bob', 'bob', 'BOB', 'Straße', 'STRASSE', 'Only'];
  const add = async (table: string, rows: readonly Record<string, unknown>[]) => {
    for (let from = 0; from < rows.length; from += 500)
      await raw
        .insertInto(table)
        .values(rows.slice(from, from + 500))
        .execute();
  };
  const both = (row: (application: string, name: string) => Record<string, unknown>) => [
    ...doubles.map((name) => row('one', name)),
    ...['BOB', 'straße', 'ONLY'].map((name) => row('two', name)),
  ];
  const bulk = Array.from({ length: many }, (_, index) => `Bulk-${index}`);
  await add('users', [...both(user), ...bulk.map((name) => user('one', name))]);
  await add('licenses', [...both(license), ...bulk.map((name) => license('one', name))]);
  await add('plans', both(plan));
  await add('channels', both(channel));
  await add('variables', both(variable));
  await add('user_variables', [
    ...doubles.map((name) => own('one-Only', name)),
    ...bulk.map((name) => own('one-Only', name)),
    own('one-Bob', 'bob'),
  ]);
  await add(
    'subscriptions',
    ['Bob', 'bob', 'Straße', 'Only'].map((name) => ({
      user_id: `one-${name}`,
      plan_id: 'one-Only',
      since_at: 1,
      expires_at: 9_999_999_999,
    })),
  );
  const device = 'd'.repeat(40);
  await add('devices', [
    { user_id: 'one-Only', hwid: ` ${device}\u00a0`, added_at: 1 },
    { user_id: 'one-Only', hwid: 'clean', added_at: 2 },
    { user_id: 'one-Only', hwid: 'clean ', added_at: 3 },
    { user_id: 'one-Bob', hwid: 'Zoe\u0308', added_at: 4 },
    ...bulk.map((name) => ({ user_id: `one-${name}`, hwid: ` ${name}`, added_at: 5 })),
  ]);
  const black = { application_id: 'one', created_at: 1 };
  await add('blacklist', [
    { ...black, kind: 'hwid', data: 'bad machine ' },
    { ...black, kind: 'ip', data: '192.0.2.1' },
  ]);
  return old;
}

test('keeps and folds every row, and makes names unique unless two differ only in case', async () => {
  const { raw, toThisVersion } = await openOld();
  const kept = new Map<string, readonly Row[]>();
  for (const [table] of tables) kept.set(table, await rowsOf(raw, table));
  await toThisVersion();
  for (const [table, name, scope] of tables) {
    const rows = await rowsOf(raw, table);
    const plain = rows.map(({ [`${name}_fold`]: _fold, fold_guard: _guard, ...row }) => row);
    // Other migrations may remove columns; the others are unchanged.
    const columns = Object.keys(kept.get(table)?.[0] ?? {}).filter((one) => one in (rows[0] ?? {}));
    const sorted = (all: readonly Row[]) => all.map((row) => JSON.stringify(row, columns)).sort();
    expect(sorted(plain), table).toEqual(sorted(kept.get(table) ?? []));
    const counts = new Map<string, number>();
    const groupOf = (row: Row) => JSON.stringify([row[scope], fold(String(row[name]))]);
    for (const row of rows) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
    const wrong = rows.filter(
      (row) =>
        row[`${name}_fold`] !== fold(String(row[name])) ||
        row['fold_guard'] !== (counts.get(groupOf(row)) === 1 ? 1 : null),
    );
    expect(wrong, table).toEqual([]);
    expect(
      rows.filter((row) => row['fold_guard'] === null),
      table,
    ).toHaveLength(5);
  }
});

test('trims device ids, and loses no device', async () => {
  const { raw, toThisVersion } = await openOld();
  await toThisVersion();
  // Later migrations add columns.
  const devices = (await rowsOf(raw, 'devices')).map(({ user_id, hwid, added_at }) => ({
    ...{ user_id, hwid, added_at },
  }));
  expect(devices).toHaveLength(many + 3);
  expect(devices.filter(({ user_id }) => user_id === 'one-Only')).toEqual(
    expect.arrayContaining([
      { user_id: 'one-Only', hwid: 'd'.repeat(40), added_at: 1 },
      { user_id: 'one-Only', hwid: 'clean', added_at: 2 },
    ]),
  );
  expect(devices).toContainEqual({ user_id: 'one-Bob', hwid: 'Zo\u00eb', added_at: 4 });
  expect(devices).toContainEqual({ user_id: 'one-Bulk-77', hwid: 'Bulk-77', added_at: 5 });
  const listed = (await rowsOf(raw, 'blacklist')).map(({ data }) => data);
  expect([...listed].sort()).toEqual(['192.0.2.1', 'bad machine']);
});

test('names that differ only in case sign in exactly as stored, others in any case', async () => {
  const { data } = await openOld();
  writeSigningKey(data);
  const wire = await openWire({ dataFolder: data });
  const { service } = wire;
  const ask = sellerOf(service);
  const login = async (username: string) => {
    const sessionid = await wire.init();
    return (await wire.send({ type: 'login', sessionid, username, pass: 'right', hwid })).body;
  };
  for (const username of ['Bob', 'bob', 'Straße', 'Only'])
    expect(await login(username)).toMatchObject({ success: true, info: { username } });
  for (const username of ['boB', 'strasse'])
    expect(await login(username)).toMatchObject({ reason: 'bad-credentials' });
  expect(await login('ONLY')).toMatchObject({ success: true, info: { username: 'Only' } });
  const created = await ask('adduser', { user: 'boB', sub: 'Only', expiry: '1' });
  expect(created.message).toBe('Username already taken, choose a different one');
  for (const key of ['Bob', 'bob']) {
    const { body } = await ask('info', { key });
    expect(body).toMatchObject({ success: true, status: 'Not Used' });
  }
  const sessionid = await wire.init();
  const redeem = async (key: string) =>
    (await wire.send({ type: 'upgrade', sessionid, username: 'only', key })).body;
  expect(await redeem('boB')).toMatchObject({ reason: 'key-unknown' });
  expect(await redeem('bob')).toMatchObject({ success: true });
  expect((await ask('info', { key: 'Bob' })).body['status']).toBe('Not Used');
  expect(await redeem('bulk-1234')).toMatchObject({ success: true });
  for (const varid of ['Bob', 'BOB', 'bob'])
    expect((await wire.send({ type: 'var', sessionid, varid })).body['message']).toBe(varid);
  // The other application had each of these names once.
  const other = wireTo({ ...service, app: { ...service.app, name: 'Other' } });
  const there = await other.init();
  const { body } = await other.send({ type: 'var', sessionid: there, varid: 'bob' });
  expect(body['message']).toBe('BOB');
});
