// Several saved sign-ins against the real license service: which user has a session after each
// step, and that a change of one account at the service does not affect the other sign-ins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../../packages/service/src/secrets/passwords.ts';
import type { SignInMethod } from '../../src/main/core/ports.ts';
import { byPassword, savedAs } from '../support/fake-vault.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { cheapCost } from '../../packages/service/test/support/cheap-cost.ts';
import { type TestUser } from '../../packages/service/test/support/service-seeds.ts';
import { nowMs, startRealLoader } from './real-loader.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ now: () => nowMs });
});
afterAll(() => service.close());

const done = { ok: true, value: null };
const kept = ({ username, password }: TestUser) => savedAs(byPassword(username, password));

/** Saved sign-ins of Anna, Bert and a user with only a key. Anna was the last to sign in. */
async function three() {
  const [anna, bert] = [await service.addUser(), await service.addUser()];
  const key = await service.addLicense({ days: 30 });
  const once = await startRealLoader(service);
  await once.handlers.signInWithKey({ key, remember: false });
  await once.handlers.signOut({});
  const list = [kept(anna), kept(bert), savedAs({ kind: 'key', key })] as const;
  return { anna, bert, key, list };
}

/** Returns those of the users who have a session at the service. */
async function signedIn(...names: readonly string[]): Promise<string[]> {
  const rows = await service.database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('users.username')
    .where('users.username', 'in', names)
    .orderBy('users.username')
    .execute();
  return rows.map(({ username }) => username);
}

const nameOf = (method: SignInMethod | { readonly username: string }) =>
  'key' in method ? method.key : method.username;

test('the last user signs in automatically; switching ends the session and keeps all saved sign-ins', async () => {
  const { anna, bert, key, list } = await three();
  const names = [anna.username, bert.username, key];
  const loader = await startRealLoader(service, {}, list);
  expect(loader.at('ready').account.username).toBe(anna.username);
  expect(await signedIn(...names)).toEqual([anna.username]);
  for (const [next, name] of [
    [list[1], bert.username],
    [list[2], key],
  ] as const) {
    expect(await loader.handlers.signInWithSaved({ id: next.id })).toEqual(done);
    expect(await signedIn(...names)).toEqual([name]);
  }
  expect(loader.at('ready').account.byKey).toBe(true);
  await loader.settled();
  expect(loader.vault.list.map(({ method }) => nameOf(method))).toEqual([
    key,
    bert.username,
    anna.username,
  ]);
});

test('a password change at the service removes only that saved password', async () => {
  const { anna, bert, list } = await three();
  const { hash } = await createPasswords(cheapCost);
  await service.database
    .updateTable('users')
    .set({ passwordHash: await hash('a new one') })
    .where('username', '=', anna.username)
    .execute();
  const loader = await startRealLoader(service, {}, list);
  expect(loader.at('signed-out')).toMatchObject({
    username: anna.username,
    failure: { code: 'bad-credentials' },
  });
  expect(loader.vault.list[0]?.method).toMatchObject({ username: anna.username, password: null });
  expect(loader.vault.list.slice(1)).toEqual(list.slice(1));
  expect(await loader.handlers.signInWithSaved({ id: list[1].id })).toEqual(done);
  expect(loader.at('ready').account.username).toBe(bert.username);
});

test("a banned user's sign-in stays saved, and another saved user can sign in", async () => {
  const { anna, bert, list } = await three();
  await service.changeUser(anna.username, { banned: 'charged back' });
  const loader = await startRealLoader(service, {}, list);
  expect(loader.at('banned').reason).toBe('charged back');
  await loader.handlers.goBack({});
  expect(loader.vault.list).toEqual(list);
  expect(await loader.handlers.signInWithSaved({ id: list[1].id })).toEqual(done);
  expect(await signedIn(anna.username, bert.username)).toEqual([bert.username]);
});

test('removing a saved sign-in changes nothing at the service', async () => {
  const { anna, bert, list } = await three();
  const loader = await startRealLoader(service, {}, [list[1], list[0]]);
  await loader.handlers.signOut({});
  const others = loader.vault.list.filter(({ id }) => id !== list[0].id);
  expect(await loader.handlers.removeSavedSignIn({ id: list[0].id })).toEqual(done);
  expect(loader.vault.list).toEqual(others);
  const { username, password } = anna;
  expect(await loader.handlers.signIn({ username, password, remember: false })).toEqual(done);
  expect(await signedIn(anna.username, bert.username)).toEqual([anna.username]);
});
