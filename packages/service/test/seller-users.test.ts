// Creating, renaming, reading and removing users in the seller API.
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { importedHashKind } from '../src/secrets/bcrypt.ts';
import { now, day, pro, open } from './seller-users-parts.ts';

test('creates a user who can sign in', async () => {
  const { ask, tryLogin } = await open();
  const { body } = await ask('adduser', { user: 'Ann', pass: 'first pass', ...pro });
  expect(body).toEqual({ success: true, message: 'Successfully created user!' });
  const login = await tryLogin('Ann', 'first pass');
  expect(login.body).toMatchObject({
    success: true,
    info: { username: 'Ann', subscriptions: [{ expiry: String(now + 30 * day) }] },
  });
});

test('generates a password, returns it once and accepts no other password', async () => {
  const { service, ask, tryLogin } = await open();
  const { body } = await ask('adduser', { user: 'Ann', ...pro });
  const password = String(body['password']);
  expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
  // SECURITY: other servers let the first sign-in choose the password.
  expect((await tryLogin('Ann', 'whatever')).body['reason']).toBe('bad-credentials');
  expect((await tryLogin('Ann', password)).body).toMatchObject({ success: true });
  const reset = await ask('resetpw', { user: 'Ann' });
  expect(reset.body['password']).not.toBe(password);
  expect((await tryLogin('Ann', password)).body['reason']).toBe('bad-credentials');
  expect((await tryLogin('Ann', String(reset.body['password']))).body).toMatchObject({
    success: true,
  });
  const audit = JSON.stringify(
    await service.database.selectFrom('auditLogs').selectAll().execute(),
  );
  for (const secret of [password, String(reset.body['password'])]) {
    expect(audit).not.toContain(secret);
    expect(service.logText()).not.toContain(secret);
  }
});

test('imports a hash of another server unchanged', async () => {
  const { service, ask, tryLogin } = await open();
  const passwordhash = await hash('imported', { memoryCost: 64, timeCost: 2, parallelism: 2 });
  expect(await ask('adduser', { user: 'Ann', passwordhash, ...pro })).toMatchObject({
    success: true,
  });
  expect((await tryLogin('Ann', 'imported')).body).toMatchObject({ success: true });
  const application = () =>
    service.database.selectFrom('applications').select('legacyHashes').executeTakeFirstOrThrow();
  expect(await application()).toEqual({ legacyHashes: 0 });
  const bcrypt = `$2b$04$${'a'.repeat(53)}`;
  await ask('adduser', { user: 'Bob', passwordhash: bcrypt, ...pro });
  expect(await application()).toEqual({ legacyHashes: 1 });
});

const argon2 = (parameters: string, salt = 'c2FsdHNhbHRzYWx0', digest = 'A'.repeat(43)) =>
  `$argon2id$v=19$${parameters}$${salt}$${digest}`;

test.each([
  ['$2b$04$' + 'a'.repeat(53), 'bcrypt'],
  ['$2y$12$' + 'a'.repeat(53), 'bcrypt'],
  ['$2y$13$' + 'a'.repeat(53), null],
  ['$2b$15$' + 'a'.repeat(53), null],
  ['$2b$31$' + 'a'.repeat(53), null],
  ['$2b$03$' + 'a'.repeat(53), null],
  ['$2b$10$' + 'a'.repeat(52), null],
  ['$2b$10$' + 'a'.repeat(53) + '\n', null],
  [argon2('m=65536,t=3,p=4'), 'argon2id'],
  [argon2('m=19456,t=2,p=1'), 'argon2id'],
  [argon2('m=65537,t=1,p=1'), null],
  [argon2('m=65536,t=5,p=1'), null],
  [argon2('m=1024,t=11,p=1'), null],
  [argon2('m=15,t=1,p=2'), null],
  [argon2('m=4294967295,t=1,p=1'), null],
  [argon2('m=064,t=1,p=1'), null],
  [argon2('m=64,t=0,p=1'), null],
  [argon2('m=64,t=1,p=0'), null],
  [argon2('m=64,t=1,p=1', 'c2FsdA'), null],
  [argon2('m=64,t=1,p=1', 'c2FsdHNhbHRzYWx0', 'A'.repeat(45)), null],
  [argon2('m=64,t=1,p=1').replace('argon2id', 'argon2i'), null],
  [argon2('m=64,t=1,p=1').replace('v=19', 'v=16'), null],
  ['', null],
  ['plain password', null],
])('the hash %j is of kind %s', (text, kind) => {
  expect(importedHashKind(text)).toBe(kind);
});

test.each([
  [{ sub: 'None' }, 'Subscription not found!'],
  [{ expiry: '' }, 'Expiry not set correctly, must be number of days'],
  [{ expiry: 'soon' }, 'Expiry not set correctly, must be number of days'],
  [{ expiry: '1e3' }, 'Expiry not set correctly, must be number of days'],
  [{ expiry: '400000' }, 'Expiry not set correctly, must be number of days'],
  [{ expiry: '0' }, 'Subscription expiry must be set in the future!'],
  [{ expiry: '-3' }, 'Subscription expiry must be set in the future!'],
  [{ user: 'all' }, 'This username is reserved, choose a different one'],
  [{ user: 'ALL' }, 'This username is reserved, choose a different one'],
  [{ user: 'Taken' }, 'Username already taken, choose a different one'],
  [{ user: 'a\u0000b' }, 'The parameter "user" is not valid.'],
  [{ user: 'x'.repeat(71) }, 'The parameter "user" is not valid.'],
  [{ email: 'nobody' }, 'The parameter "email" is not valid.'],
  [{ passwordhash: 'x' }, 'Send either pass or passwordhash'],
  [
    { pass: undefined, passwordhash: '$2b$31$' + 'a'.repeat(53) },
    'The passwordhash is not valid. Allowed are bcrypt with cost 4 to 12, and argon2id with at most 64 MiB',
  ],
])('creates no user with %j', async (change, message) => {
  const { service, ask } = await open();
  await service.addUser({ username: 'Taken' });
  const all: Record<string, string | undefined> = { user: 'Ann', pass: 'p', ...pro, ...change };
  const request = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ) as Record<string, string>; // entries without a value were left out
  expect(await ask('adduser', request)).toMatchObject({ status: 400, message });
  const { body } = await ask('fetchallusernames');
  expect(body['usernames']).toEqual([{ username: 'Taken' }]);
});

test('only one of several concurrent requests gets a name', async () => {
  const { service, ask } = await open(true);
  const created = await Promise.all(
    [1, 2, 3, 4].map(() => ask('adduser', { user: 'Ann', ...pro })),
  );
  expect(created.filter(({ success }) => success)).toHaveLength(1);
  const { username: one } = await service.addUser();
  const { username: two } = await service.addUser();
  const renamed = await Promise.all(
    [one, two].map((currentUsername) =>
      ask('editusername', { currentUsername, newUsername: 'Same' }),
    ),
  );
  expect(renamed.map(({ message }) => message).sort()).toEqual([
    'Successfully changed username!',
    'Username already used!',
  ]);
});

test.each(['resetpw', 'editusername', 'banuser', 'pauseuser', 'deluser'])(
  '%s ends all sessions of that user and no others',
  async (type) => {
    const { service, ask, tryLogin, alive } = await open();
    const [ann, bob] = [await service.addUser(), await service.addUser()];
    const sessions = [
      await tryLogin(ann.username, ann.password),
      await tryLogin(ann.username, ann.password),
    ];
    const other = await tryLogin(bob.username, bob.password);
    for (const { sessionid } of [...sessions, other]) expect(await alive(sessionid)).toBe(true);
    const user = ann.username;
    const names = { user, username: user, currentUsername: user, newUsername: 'Renamed' };
    expect(await ask(type, names)).toMatchObject({ success: true });
    for (const { sessionid } of sessions) expect(await alive(sessionid)).toBe(false);
    expect(await alive(other.sessionid)).toBe(true);
  },
);

test('renaming a user keeps tokens, subscriptions and password', async () => {
  const { service, ask, tryLogin } = await open();
  const { username, password } = await service.addUser({ username: 'Before' });
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  const token = { bannedReason: null, hash: null, createdAt: now };
  await service.database
    .insertInto('tokens')
    .values({ applicationId, token: 't', kind: 'user', assigned: username, ...token })
    .execute();
  await ask('editusername', { currentUsername: username, newUsername: 'After', sessionID: 'x' });
  expect((await tryLogin('After', password)).body).toMatchObject({ success: true });
  expect((await tryLogin('Before', password)).body['reason']).toBe('bad-credentials');
  const tokens = await service.database.selectFrom('tokens').select('assigned').execute();
  expect(tokens).toEqual([{ assigned: 'After' }]);
  for (const newUsername of ['all', 'After'])
    expect(await ask('editusername', { currentUsername: 'Before', newUsername })).toMatchObject({
      success: false,
    });
  await ask('deluser', { user: 'After' });
  expect(await service.database.selectFrom('tokens').selectAll().execute()).toEqual([]);
});

test('a new password or mail address invalidates reset links', async () => {
  const { service, ask } = await open();
  const { username: user } = await service.addUser();
  const { id: userId } = await service.database
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow();
  const resets = () => service.database.selectFrom('passwordResets').selectAll().execute();
  for (const [type, more] of [
    ['resetpw', { passwd: 'new' }],
    ['editemail', { email: 'Ann@Example.org' }],
  ] as const) {
    await service.database
      .insertInto('passwordResets')
      .values({ tokenHash: 'h', userId, expiresAt: now + day })
      .execute();
    await ask(type, { user, ...more });
    expect(await resets()).toEqual([]);
  }
});

test('disable2fa turns off a lost second factor', async () => {
  const { service, ask, tryLogin } = await open();
  const { username: user, password } = await service.addUser({ totp: true });
  expect((await tryLogin(user, password)).body['reason']).toBe('code-needed');
  expect((await ask('userdata', { user })).body['twofactor']).toBe(true);
  expect(await ask('disable2fa', { user })).toMatchObject({ success: true });
  expect((await tryLogin(user, password)).body).toMatchObject({ success: true });
  expect((await ask('userdata', { user })).body['twofactor']).toBe(false);
  expect(await ask('disable2fa', { user })).toMatchObject({
    message: '2fa is not enabled on this account',
  });
  const audit = await service.database.selectFrom('auditLogs').select('type').execute();
  expect(audit).toEqual([{ type: 'disable2fa' }]);
});
