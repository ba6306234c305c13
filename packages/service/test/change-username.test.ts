// `changeUsername`: renames a user and ends their sessions.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const wire = await openWire({ interleave: true });
  const user = await wire.service.addUser({ username: 'anna' });
  const change = async (sessionid: string, newUsername: string) =>
    (await wire.send({ type: 'changeUsername', sessionid, newUsername })).body;
  return { wire, user, change };
}

test('changes the name and ends every session of the user', async () => {
  const { wire, user, change } = await open();
  const [first, second] = [await wire.signIn(user), await wire.signIn(user)];
  const { token } = (await sellerOf(wire.service)('addtoken', { user: 'anna' })).body;
  expect(await change(first, ' Zoe\u0308 ')).toMatchObject({
    success: true,
    message: 'Successfully changed username, user logged out.',
  });
  for (const sessionid of [first, second])
    expect((await wire.send({ type: 'check', sessionid })).body).toMatchObject({
      reason: 'session-gone',
    });
  await wire.signIn({ ...user, username: 'Zoë' });
  const { body } = await sellerOf(wire.service)('fetchalltokens');
  expect(body['tokens']).toMatchObject([{ token, assigned: 'Zoë' }]);
});

test('rejects a name that is taken, too short, reserved or unchanged', async () => {
  const { wire, user, change } = await open();
  await wire.service.addUser({ username: 'taken' });
  await wire.service.database.updateTable('applications').set({ minUsernameLength: 4 }).execute();
  const sessionid = await wire.signIn(user);
  for (const name of ['taken', 'anna'])
    expect(await change(sessionid, name)).toMatchObject({
      reason: 'new-username-taken',
      message: 'Username already used!',
    });
  expect(await change(sessionid, 'ann')).toMatchObject({ reason: 'username-too-short' });
  expect(await change(sessionid, 'none')).toMatchObject({ reason: 'username-reserved' });
  expect(await change(sessionid, 'x'.repeat(71))).toMatchObject({ reason: 'bad-request' });
  expect((await wire.send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
});

test('requires a signed-in session', async () => {
  const { wire, change } = await open();
  expect(await change(await wire.init(), 'other')).toMatchObject({ reason: 'not-signed-in' });
  expect(await change('x'.repeat(43), 'other')).toMatchObject({ reason: 'session-gone' });
});

test('only one of twenty concurrent requests for the same user name succeeds', async () => {
  const { wire, change } = await open();
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async () => wire.signIn(await wire.service.addUser())),
  );
  const bodies = await Promise.all(sessions.map((sessionid) => change(sessionid, 'wanted')));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'new-username-taken')).toHaveLength(19);
});

test('two concurrent changes leave a user with one name, which the tokens get too', async () => {
  const { wire, user, change } = await open();
  const ask = sellerOf(wire.service);
  await ask('addtoken', { user: 'anna' });
  const sessions = [await wire.signIn(user), await wire.signIn(user)];
  await Promise.all(sessions.map((sessionid, index) => change(sessionid, `name-${index}`)));
  const [row] = await wire.service.database.selectFrom('users').select('username').execute();
  const { body } = await ask('fetchalltokens');
  expect(row?.username).toMatch(/^name-[01]$/);
  expect(body['tokens']).toMatchObject([{ assigned: row?.username }]);
});
