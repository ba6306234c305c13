// Bystanders fill every table of a test's database, repeat its changes and are watched for writes.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bystandersOf } from './support/bystanders/bystanders.ts';
import { readTables } from './support/bystanders/tables.ts';
import { bystanders, neighbourId, prefixes, twins } from './support/bystanders/twin-rows.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';
import { startTestService } from './support/service.ts';
import type { Database } from '../src/database/schema.ts';

async function open() {
  let whole: Database | undefined;
  const wire = await openWire({ wrapDatabase: (db) => (whole = db) });
  if (whole === undefined) throw new Error('The service opened no database');
  const { checkTouches } = await bystandersOf(whole);
  return { ...wire, whole, touched: async () => (await checkTouches())?.message ?? null };
}

test('every table has rows of every bystander application', async () => {
  const { whole } = await open();
  const missing: string[] = [];
  for (const { name, ids, columns } of await readTables(whole, databaseKind))
    for (const bystander of bystanders) {
      // Facts about the service belong to no application, and people to an owner id.
      if (['facts', ...ofPeople].includes(name)) continue;
      // A user owns nothing in tables that belong to the application alone.
      const isOfUsers = name === 'users' || columns.some((column) => column.name === 'user_id');
      if (bystander === 'neighbour' && (!isOfUsers || keptOut.includes(name))) continue;
      const theirs = ids.map((id) => sql`${sql.ref(id)} like ${`${prefixes[bystander]}%`}`);
      const { rows } = await sql`select 1 from ${sql.table(name)}
        where ${theirs.length === 0 ? sql`1 = 0` : sql.join(theirs, sql` or `)} limit 1`.execute(
        whole,
      );
      if (rows.length === 0) missing.push(`${name} of the ${bystander}`);
    }
  expect(missing).toEqual([]);
});

const ofPeople = ['people', 'person_sessions', 'recovery_codes'];

/** The rows of users in these tables need a channel or a ban. */
const keptOut = ['chat_messages', 'blacklist'];

test('reports writes to the neighbour application until a test removes that application', async () => {
  const { service, whole, touched } = await open();
  const { username } = await service.addUser();
  await service.changeUser(username, 'expire');
  expect(await touched()).toBeNull();
  await whole.updateTable('sessions').set({ ip: 'x' }).where('userId', '=', neighbourId).execute();
  expect(await touched()).toContain('sessions of the neighbour');
  expect((await sellerOf(service)('fetchallusernames')).body['usernames']).toEqual([{ username }]);
  await service.removeNeighbour();
  await sellerOf(service)('delallusers');
  expect(await touched()).toBeNull();
});

test('a twin application has the same names and repeats changes', async () => {
  const { service, whole } = await open();
  const ask = sellerOf(service);
  await ask('adduser', { user: 'Ann', pass: 'a password', sub: 'Pro', expiry: '30' });
  await ask('banuser', { user: 'Ann', reason: 'Chargeback' });
  const all = whole.selectFrom('users').select(['applicationId', 'bannedReason']);
  const rows = await all.where('username', '=', 'Ann').orderBy('applicationId').execute();
  expect(rows.map(({ bannedReason }) => bannedReason).toSorted()).toEqual([
    'Chargeback',
    'Chargeback',
    'Chargeback (of the sibling)',
  ]);
  expect(new Set(rows.map(({ applicationId }) => applicationId)).size).toBe(3);
  // A twin stays when its original is deleted.
  await ask('deluser', { user: 'Ann' });
  expect(await all.where('username', '=', 'Ann').execute()).toHaveLength(2);
});

test('reports a write to a bystander with table, row and column', async () => {
  const { service, whole, touched } = await open();
  await service.addVariable('motd', 'Hello', false);
  expect(await touched()).toBeNull();
  await whole.updateTable('variables').set({ value: 'Bye' }).where('varid', '=', 'motd').execute();
  const said = await touched();
  for (const twin of twins)
    expect(said).toMatch(
      new RegExp(`variables of the ${twin}, ".*, motd": was updated, value: Hello.* -> Bye`),
    );
  // A write that changes nothing is reported, too.
  await whole.updateTable('variables').set({ value: 'Bye' }).execute();
  expect(await touched()).toContain('variables of the stranger');
  await whole.deleteFrom('variables').where('varid', '=', 'motd').execute();
  expect(await touched()).toContain('motd": was deleted');
  const applicationId = `${prefixes.sibling}the-own-application`;
  await whole.insertInto('programHashes').values({ applicationId, hash: 'a' }).execute();
  expect(await touched()).toContain('program_hashes of the sibling');
  expect(await touched()).toBeNull();
});

test('closing a service that wrote to a bystander fails the test', async () => {
  let whole: Database | undefined;
  const service = await startTestService({ wrapDatabase: (db) => (whole = db) });
  await whole?.updateTable('users').set({ lastIp: '10.0.0.1' }).execute();
  await expect(service.close()).rejects.toThrow(
    /users of the sibling.*last_ip: {2}-> 10\.0\.0\.1/s,
  );
});
