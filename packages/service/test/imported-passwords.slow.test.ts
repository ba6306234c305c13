// Imported bcrypt passwords: rehashed at sign-in, with the same work whether a user exists or not.
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { isBcrypt } from '../src/secrets/bcrypt.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { hwid, openWire } from './support/service-client.ts';
import { type TestServiceOptions } from './support/service.ts';
import { cheapCost } from './support/cheap-cost.ts';

// Created by another server's own library.
const known = {
  password: 'rasmuslerdorf',
  hash: '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a',
};

async function open(options: TestServiceOptions = {}) {
  const wire = await openWire(options);
  const { database } = wire.service;
  const user = await wire.service.addUser({ password: known.password });
  const users = () => database.updateTable('users').where('username', '=', user.username);
  await users().set({ passwordHash: known.hash }).execute();
  await database.updateTable('applications').set({ legacyHashes: 1 }).execute();
  const stored = async () => {
    const row = await database
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', user.username)
      .executeTakeFirstOrThrow();
    return row.passwordHash;
  };
  const login = async (username: string, pass: string) => {
    const sessionid = await wire.init();
    const { body } = await wire.send({ type: 'login', sessionid, username, pass, hwid });
    return body;
  };
  return { wire, database, user, users, stored, login };
}

test('a bcrypt password is accepted, and rehashed with argon2id at the first sign-in', async () => {
  const { user, login, stored, database } = await open();
  expect(await login(user.username, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  expect(await stored()).toBe(known.hash);
  expect(await login(user.username, known.password)).toMatchObject({ success: true });
  expect(await stored()).toMatch(/^\$argon2id\$/);
  expect(await login(user.username, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  await database.updateTable('applications').set({ legacyHashes: 0 }).execute();
  expect(await login(user.username, known.password)).toMatchObject({ success: true });
});

test('rehashes a correct password even on a refused sign-in, but never a wrong one', async () => {
  const { user, users, login, stored } = await open();
  await users().set({ bannedReason: '' }).execute();
  expect(await login(user.username, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  expect(await stored()).toBe(known.hash);
  expect(await login(user.username, known.password)).toMatchObject({ reason: 'banned' });
  const own = await stored();
  expect(own).toMatch(/^\$argon2id\$/);
  expect(await login(user.username, known.password)).toMatchObject({ reason: 'banned' });
  expect(await stored()).toBe(own);
});

test('does not overwrite a password that changed during the check', async () => {
  const changed = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0$' + 'A'.repeat(43);
  let change = () => Promise.resolve();
  const { user, users, login, stored } = await open({
    wrapPasswords: (passwords) => ({
      ...passwords,
      async hash(password) {
        const hash = await passwords.hash(password);
        await change();
        return hash;
      },
    }),
  });
  change = async () => {
    await users().set({ passwordHash: changed }).execute();
  };
  expect(await login(user.username, known.password)).toMatchObject({ reason: 'bad-credentials' });
  expect(await stored()).toBe(changed);
});

test('several concurrent first sign-ins all succeed', async () => {
  const { user, login } = await open({ interleave: true });
  const bodies = await Promise.all(
    Array.from({ length: 5 }, () => login(user.username, known.password)),
  );
  for (const body of bodies) expect(body).toMatchObject({ success: true });
});

test('rejects bcrypt hashes if the application allows none', async () => {
  const { database, user, login } = await open();
  await database.updateTable('applications').set({ legacyHashes: 0 }).execute();
  expect(await login(user.username, known.password)).toMatchObject({ reason: 'bad-credentials' });
});

test('accepts all three prefixes, up to cost 14', async () => {
  const passwords = await createPasswords(cheapCost);
  for (const spelling of ['$2a$', '$2b$', '$2y$']) {
    const hash = hashSync('pass', 4).replace('$2b$', spelling);
    expect(isBcrypt(hash)).toBe(true);
    expect(await passwords.verify(hash, 'pass', true)).toBe(true);
    expect(await passwords.verify(hash, 'pass ', true)).toBe(false);
  }
  const rest = known.hash.slice(7);
  for (const other of ['$2y$15$', '$2y$31$', '$2x$10$', '$2y$03$', '$2$10$', '$1$10$'])
    expect(isBcrypt(other + rest)).toBe(false);
  expect(isBcrypt(known.hash.slice(0, -1))).toBe(false);
});

test('accepts at most 71 bytes, because bcrypt ignores bytes after the first 72', async () => {
  const { user, users, login, database, stored } = await open();
  const seen = 'é'.repeat(36);
  for (const [password, typed, isRight] of [
    [`${seen}first`, `${seen}second`, false],
    [`${seen}first`, `${seen}first`, false],
    [`${seen}first`, seen, false],
    [seen, seen, false],
    [`${'é'.repeat(35)}e`, `${'é'.repeat(35)}f`, false],
    [`${'é'.repeat(35)}e`, `${'é'.repeat(35)}e`, true],
  ] as const) {
    const passwordHash = hashSync(password, 4);
    await users().set({ passwordHash }).execute();
    await database.deleteFrom('throttles').execute();
    expect(await login(user.username, typed)).toMatchObject({ success: isRight });
    expect((await stored()) === passwordHash).toBe(!isRight);
  }
});

test('every sign-in costs one comparison of each kind, for any user name', async () => {
  const compared: string[] = [];
  const counted = await createPasswords(cheapCost, {
    own: (hash) => {
      compared.push(hash.slice(0, 9));
      return Promise.resolve(false);
    },
    imported: (hash) => {
      compared.push(hash.slice(4, 7));
      return Promise.resolve(false);
    },
  });
  const { wire, database, user, login } = await open({ wrapPasswords: () => counted });
  const own = await wire.service.addUser();
  for (const username of ['nobody', own.username, user.username]) {
    compared.length = 0;
    await login(username, 'wrong');
    expect(compared).toEqual(['$argon2id', '10$']);
  }
  await database.updateTable('applications').set({ legacyHashes: 0 }).execute();
  for (const username of ['nobody', own.username, user.username]) {
    compared.length = 0;
    await login(username, 'wrong');
    expect(compared).toEqual(['$argon2id']);
  }
});
