// Effects of changed settings: on sessions, on texts for users, and of concurrent changes.
import { expect, test } from 'vitest';
import { ownApplicationId } from './support/own-application.ts';
import { open, updated } from './seller-settings-parts.ts';

test('disabling an application stops it immediately and ends its sessions', async () => {
  const { update, send, service, signIn, init } = await open();
  await service.removeNeighbour();
  const user = await service.addUser();
  const [signedIn, anonymous] = [await signIn(user), await init()];
  expect(await update({ enabled: '0', disabledmsg: 'Closed' })).toMatchObject(updated);
  for (const sessionid of [signedIn, anonymous])
    expect((await send({ type: 'check', sessionid })).body).toMatchObject({
      reason: 'app-disabled',
      message: 'Closed',
    });
  expect((await send({ type: 'init', ver: '1.0' })).body).toMatchObject({ reason: 'app-disabled' });
  expect(await update({ enabled: '0' })).toMatchObject(updated);
  expect(await update({ enabled: '1', disabledmsg: '' })).toMatchObject(updated);
  expect((await send({ type: 'check', sessionid: signedIn })).body).toMatchObject({
    reason: 'session-gone',
  });
  await signIn(user);
});

test('ends many sessions in batches, and the rest when the application is enabled', async () => {
  const ended: string[] = [];
  // SQLite only marks them, and the sweep removes them.
  const endings = new Set(['DeleteQueryNode', 'UpdateQueryNode']);
  const { update, service } = await open({
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery({ node }) {
          const text = JSON.stringify(node);
          if (endings.has(node.kind) && text.includes('"sessions"')) ended.push(text);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  });
  await service.removeNeighbour();
  const { database: db } = service;
  const sessions = async (createdAt: number) => {
    const applicationId = ownApplicationId;
    const end = { expiresAt: Math.floor(Date.now() / 1000) + 80_000, userId: null };
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      idHash: `${createdAt}-${index}-${'x'.repeat(20)}${createdAt}-${index}`,
      applicationId,
      createdAt,
      version: null,
      ...end,
    }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('sessions')
        .values(rows.slice(at, at + 200))
        .execute();
  };
  const living = db.selectFrom('sessions').select('idHash').where('expiresAt', '>', 0);
  const left = async () => (await living.execute()).length;
  await sessions(1);
  expect(await left()).toBe(1200);
  expect(await update({ enabled: '0' })).toMatchObject(updated);
  expect(await left()).toBe(0);
  expect(ended).toHaveLength(3);
  await sessions(2);
  expect(await update({ version: '2' })).toMatchObject(updated);
  expect(await left()).toBe(1200);
  expect(await update({ enabled: '1' })).toMatchObject(updated);
  expect(await left()).toBe(0);
  // No session ends while the application is enabled.
  await sessions(3);
  expect(await update({ enabled: '1', version: '3' })).toMatchObject(updated);
  expect(await left()).toBe(1200);
});

test("a seller's text replaces the default text, and an empty text restores the default", async () => {
  const { update, send, init } = await open();
  const text = async () => {
    const parameters = { type: 'login', username: 'nobody', pass: 'x', hwid: 'd'.repeat(64) };
    return (await send({ ...parameters, sessionid: await init() })).body['message'];
  };
  expect(await text()).toBe('Invalid username or password.');
  await update({ passinvalidmsg: 'Falsch geraten – leider' });
  expect(await text()).toBe('Falsch geraten – leider');
  await update({ passinvalidmsg: '' });
  expect(await text()).toBe('Invalid username or password.');
});

test("a seller's text contains the reason of a ban unchanged", async () => {
  const { update, ask, send, init, service } = await open();
  const { username, password: pass } = await service.addUser();
  const reason = "$$ 5 owed, $& $1 $' {reason}";
  await ask('banuser', { user: username, reason });
  await update({ bannedmsg: 'Closed to you: {reason} ({reason})' });
  const parameters = {
    type: 'login',
    username,
    pass,
    hwid: 'd'.repeat(64),
    sessionid: await init(),
  };
  expect((await send(parameters)).body).toMatchObject({
    reason: 'banned',
    message: `Closed to you: ${reason} (${reason})`,
  });
});

test('a refusal without a subscription distinguishes an expired one from none', async () => {
  const { update, send, init, service } = await open();
  const users = [
    await service.addUser({ subscription: 'none' }),
    await service.addUser({ subscription: 'expired' }),
    await service.addUser({ subscription: 'paused' }),
  ];
  const texts = () =>
    Promise.all(
      users.map(async ({ username, password }) => {
        const parameters = { type: 'login', username, pass: password, hwid: 'd'.repeat(64) };
        return (await send({ ...parameters, sessionid: await init() })).body['message'];
      }),
    );
  const paused = "Your subscription is paused and can't be used right now";
  await update({ noactivesubmsg: 'Never had one' });
  expect(await texts()).toEqual(['Never had one', 'Never had one', paused]);
  await update({ expiredmsg: 'Ran out' });
  expect(await texts()).toEqual(['Never had one', 'Ran out', paused]);
  await update({ noactivesubmsg: '' });
  expect(await texts()).toEqual(['No active subscription(s) found', 'Ran out', paused]);
});

test('concurrent changes of settings all take effect', async () => {
  const { update, settings } = await open({ interleave: true });
  const texts = {
    disabledmsg: 'a',
    pausedmsg: 'b',
    bannedmsg: 'c',
    resellerstore: 'https://d.example/',
  };
  await Promise.all(Object.entries(texts).map(([name, value]) => update({ [name]: value })));
  expect(await settings()).toMatchObject(texts);
});
