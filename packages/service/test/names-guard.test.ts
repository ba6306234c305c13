// What spellings of a name share (docs/protocol.md#names): attempt budgets, a unique guard, and the
// index.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isNamed, withFold, typedName } from '../src/database/names.ts';
import { openNamed as open } from './support/named-service.ts';

test('wrong passwords for all spellings of a name share one budget', async () => {
  const { addUser, signIn } = await open();
  await addUser('Anna');
  await addUser('Berta');
  for (const name of ['Anna', 'ANNA', 'anna', 'ａnna', 'aNNa'])
    expect(await signIn(name, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  for (const name of ['anNA', 'Anna', 'ＡＮＮＡ'])
    expect(await signIn(name, 'wrong')).toMatchObject({ reason: 'rate-limited' });
  expect(await signIn('BERTA')).toMatchObject({ success: true });
  // Spellings of a name without a user share a budget, too.
  for (const name of ['Zoe', 'ZOE', 'zoe', 'zOe', 'ｚoe'])
    expect(await signIn(name, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  expect(await signIn('zoE', 'wrong')).toMatchObject({ reason: 'rate-limited' });
});

test('all spellings of a wrong key or a user name share one budget, in each operation with a key', async () => {
  const { as, addUser } = await open();
  await addUser('Anna');
  for (const key of ['nope', 'NOPE', 'Nope', 'ｎope', 'nopE'])
    expect(await as('license', { key })).toMatchObject({ reason: 'key-unknown' });
  expect(await as('license', { key: 'nOpe' })).toMatchObject({ reason: 'rate-limited' });
  for (const username of ['Anna', 'ANNA', 'anna', 'ａnna', 'aNNa'])
    expect(await as('upgrade', { username, key: 'nope' })).toMatchObject({ reason: 'key-unknown' });
  expect(await as('upgrade', { username: 'anNA', key: 'nope' })).toMatchObject({
    reason: 'rate-limited',
  });
});

test('only one of several concurrently added spellings of a name is created', async () => {
  const { service, as, ask, database } = await open();
  const names = ['Kim', 'KIM', 'kim', 'kIm', 'ｋim', 'ＫＩＭ', 'kiM', 'KIm'];
  const keys = await Promise.all(names.map(() => service.addLicense({ days: 1 })));
  const registered = await Promise.all(
    names.map((username, at) => as('register', { username, pass: 'p', key: keys[at] ?? '' })),
  );
  expect(registered.filter(({ success }) => success === true)).toHaveLength(1);
  const makers: Readonly<Record<string, (name: string) => Record<string, string>>> = {
    adduser: (user) => ({ user: `x${user}`, sub: 'Pro', expiry: '1' }),
    addvar: (name) => ({ name, data: 'x' }),
    addchannel: (name) => ({ name, delay: '0' }),
    addsub: (name) => ({ name, level: '1' }),
    add: (mask) => ({ mask, force: '1', expiry: '1' }),
  };
  for (const [type, of] of Object.entries(makers)) {
    const answers = await Promise.all(names.map((name) => ask(type, of(name))));
    expect(
      answers.filter(({ success }) => success),
      type,
    ).toHaveLength(1);
  }
  const used = await database
    .selectFrom('licenses')
    .select('key')
    .where('status', '=', 'used')
    .execute();
  expect(used).toHaveLength(1);
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((user) => ask('adduser', { user, sub: 'Pro', expiry: '1' })),
  );
  const renamed = await Promise.all(
    ['a', 'b', 'c', 'd'].map((currentUsername, at) =>
      ask('editusername', { currentUsername, newUsername: ['Lea', 'LEA', 'lea', 'lEA'][at] ?? '' }),
    ),
  );
  expect(renamed.filter(({ success }) => success)).toHaveLength(1);
});

test('the database rejects a second spelling of a name', async () => {
  const { database, addUser } = await open();
  await addUser('Anna');
  const { id, ...row } = await database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const again = { ...row, id: `${id}2`, ...withFold('username', 'ANNA') };
  await expect(database.insertInto('users').values(again).execute()).rejects.toThrow(/unique/i);
});

test('stores and finds a name of the maximum length even if folding makes it longer', async () => {
  const { ask, as, init, addUser } = await open();
  const sessionid = await init();
  for (const letter of ['ﷺ', 'ﷲ', '㌖']) {
    const name = letter.repeat(100);
    expect(await ask('addvar', { name, data: letter, authed: '0' })).toMatchObject({
      success: true,
    });
    expect(
      await as('var', { varid: name.normalize('NFKC').slice(0, 100) }, sessionid),
    ).toMatchObject({
      reason: 'variable-unknown',
    });
    expect(await as('var', { varid: name }, sessionid)).toMatchObject({ message: letter });
  }
  await addUser('ﷺ'.repeat(70));
});

test('finds a name in any spelling by one lookup in the index', async () => {
  const { database, addUser } = await open();
  await addUser('Anna');
  const { applicationId, id } = await database
    .selectFrom('users')
    .select(['applicationId', 'id'])
    .where('username', '=', 'Anna')
    .executeTakeFirstOrThrow();
  const found = database
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where(isNamed('users', typedName('Anna')))
    .compile();
  const isPostgresql = found.sql.includes('$1');
  const explain = isPostgresql ? 'explain ' : 'explain query plan ';
  const db = await database.startTransaction().execute();
  // PostgreSQL plans by the size of the table, so the transaction adds many users and rolls back.
  if (isPostgresql) {
    await sql`insert into users select (jsonb_populate_record(users, jsonb_build_object(
      'id', 'id ' || n, 'username', 'name ' || n, 'username_fold', 'name ' || n))).*
      from users, generate_series(1, 3000) n where users.id = ${id}`.execute(db);
    await sql`analyze users`.execute(db);
  }
  const plan = (await db.executeQuery({ ...found, sql: explain + found.sql })).rows;
  await db.rollback().execute();
  expect(JSON.stringify(plan)).toMatch(/users_fold/);
  expect(JSON.stringify(plan)).not.toMatch(/SCAN users|Seq Scan on users/);
});
