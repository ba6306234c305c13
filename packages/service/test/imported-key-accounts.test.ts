// Users of another server whose name or password is a license key. An import knows only the hashes
// of their passwords, and imports users before keys.
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { openWithKeys } from './support/seller-keys.ts';
import { hwid } from './support/service-client.ts';

async function open() {
  const wire = await openWithKeys();
  const { service, ask, addKey, send, init } = wire;
  const sellerkey = await addKey('read');
  const must = async (type: string, request: Record<string, string>) => {
    const answer = await ask(type, request);
    expect(answer, type).toMatchObject({ success: true });
  };
  const importUser = (user: string, password: string) =>
    must('adduser', { user, sub: 'Pro', expiry: '9', passwordhash: hashSync(password, 4) });
  const importKey = (key: string, usedby: string) =>
    must('importkey', { key, expires: '60', status: 'Used', usedby });
  const marksOf = async (username: string) => {
    const { nameIsKey, passwordIsKey } = await service.database
      .selectFrom('users')
      .select(['nameIsKey', 'passwordIsKey'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return [nameIsKey, passwordIsKey];
  };
  const login = async (username: string, pass: string) => {
    const sessionid = await init();
    return (await send({ type: 'login', sessionid, username, pass, hwid })).body;
  };
  /** All keys as the scope `read` sees them. */
  const shownKeys = async () => {
    const { keys } = (await ask('fetchallkeys', { sellerkey })).body;
    return (keys as { key: string }[]).map(({ key }) => key); // as its schema says
  };
  return { ...wire, must, importUser, importKey, marksOf, login, shownKeys };
}

test('a key that is an imported password is masked from the first sign-in on', async () => {
  const { importUser, importKey, marksOf, login, shownKeys } = await open();
  for (const [user, key] of [
    ['Anna', 'ANNA-1111-2222-3333'],
    ['Ben', 'BENS-1111-2222-4444'],
  ] as const) {
    await importUser(user, user === 'Anna' ? key : 'my own word');
    await importKey(key, user);
  }
  expect(await login('Anna', 'wrong')).toMatchObject({ reason: 'bad-credentials' });
  expect(await marksOf('Anna')).toEqual([0, 0]);
  expect(await login('Anna', 'ANNA-1111-2222-3333')).toMatchObject({ success: true });
  expect(await login('Ben', 'my own word')).toMatchObject({ success: true });
  expect(await marksOf('Anna')).toEqual([0, 1]);
  expect(await marksOf('Ben')).toEqual([0, 0]);
  expect((await shownKeys()).toSorted()).toEqual(['****3333', 'BENS-1111-2222-4444']);
});

test('an imported name that is a key has it as the password, until that changes', async () => {
  const { importUser, importKey, marksOf, must, shownKeys } = await open();
  const [before, after, other] = ['AAAA-1111-2222-3333', 'BBBB-1111-2222-4444', 'Other'];
  await importUser(before, before);
  await importKey(before, before);
  await importKey(after, '');
  await importUser(after, after);
  await importUser(other, 'my own word');
  expect(await marksOf(before)).toEqual([1, 1]);
  expect(await marksOf(after)).toEqual([1, 1]);
  expect(await marksOf(other)).toEqual([0, 0]);
  await must('editusername', { currentUsername: before, newUsername: 'Renamed' });
  expect(await shownKeys()).toContain('****3333');
  await must('resetpw', { user: 'Renamed', passwd: 'another word' });
  expect(await marksOf('Renamed')).toEqual([0, 0]);
  expect(await shownKeys()).toContain(before);
});

test('a name is a key whichever of its spellings the key has, and whichever came first', async () => {
  const { importUser, importKey, marksOf } = await open();
  const [name, stored] = ['AAAA-1111-2222-3333', 'AAAA\u20131111\u20132222\u20133333'];
  await importUser(name, 'my own word');
  await importUser('AAAA-1111-2222-9999', 'my own word');
  await importKey(stored, '');
  expect(await marksOf(name)).toEqual([1, 1]);
  expect(await marksOf('AAAA-1111-2222-9999')).toEqual([0, 0]);
});
