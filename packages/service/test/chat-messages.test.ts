// `fetchmessages` and `delmessage`: the messages of a channel for moderators.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openWithKeys, start } from './support/seller-keys.ts';
import { chatOf } from './chats-parts.ts';

interface Message {
  readonly id: string;
  readonly message: string;
}

async function open() {
  const opened = await openWithKeys();
  const { ask, service, signIn } = opened;
  const join = async () => {
    const user = await service.addUser();
    return { ...user, ...chatOf(opened, await signIn(user)) };
  };
  for (const name of ['Main', 'side']) await ask('addchannel', { name, delay: '0' });
  const read = async (parameters: Readonly<Record<string, string>>) => {
    const { status, body } = await ask('fetchmessages', parameters);
    expect(status).toBe(200);
    return body['messages'] as readonly Message[]; // as its schema says
  };
  const idOf = async (name: string, text: string) =>
    (await read({ name })).find(({ message }) => message === text)?.id ?? '';
  return { ...opened, join, read, idOf };
}

test('returns the messages of one channel, newest first, in pages', async () => {
  const { ask, join, setNow, read } = await open();
  const [ann, bob] = [await join(), await join()];
  await ann.say('Main', 'one');
  await ann.say('side', 'elsewhere');
  setNow(start + 5);
  await bob.say('Main', 'two');
  expect(await read({ name: 'MAIN' })).toMatchObject([
    { author: bob.username, user: bob.username, message: 'two', timestamp: String(start + 5) },
    { author: ann.username, user: ann.username, message: 'one', timestamp: String(start) },
  ]);
  const page = await ask('fetchmessages', { name: 'Main', limit: '1' });
  expect(page.body).toMatchObject({ messages: [{ message: 'two' }], more: true });
  expect(await read({ name: 'Main', limit: '1', offset: '1' })).toMatchObject([{ message: 'one' }]);
  const renamed = { currentUsername: ann.username, newUsername: 'Anna' };
  await ask('editusername', renamed);
  const [, first] = await read({ name: 'Main' });
  expect(first).toMatchObject({ author: ann.username, user: 'Anna' });
});

test('deletes one message, for sellers and users', async () => {
  const { ask, join, idOf, read, service } = await open();
  const ann = await join();
  for (const text of ['keep', 'rude']) await ann.say('Main', text);
  await ann.say('side', 'rude');
  const id = await idOf('Main', 'rude');
  expect(await ask('delmessage', { id })).toMatchObject({
    status: 200,
    message: 'Successfully deleted message!',
  });
  expect((await ann.read('Main')).map(({ message }) => message)).toEqual(['keep']);
  expect((await read({ name: 'side' })).map(({ message }) => message)).toEqual(['rude']);
  expect(await ask('delmessage', { id })).toMatchObject({ body: { code: 'message-unknown' } });
  const audit = await service.database.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(audit.filter(({ type }) => type === 'delmessage')).toEqual([
    { type: 'delmessage', detail: `id=${id}` },
  ]);
});

test('messages and channels of another application are unknown', async () => {
  const { ask, join, idOf, read, service } = await open();
  const ann = await join();
  await ann.say('Main', 'ours');
  const { id } = await addOtherApplication(service, { id: 'another' });
  const db = service.database;
  const channel = { applicationId: id, delaySeconds: 0, ...withFold('name', 'theirs') };
  await db.insertInto('channels').values(channel).execute();
  const row = await db.selectFrom('chatMessages').selectAll().executeTakeFirstOrThrow();
  const theirs = { ...row, id: 'their-message', applicationId: id, channel: 'theirs' };
  await db.insertInto('chatMessages').values(theirs).execute();
  expect(await ask('delmessage', { id: theirs.id })).toMatchObject({
    status: 400,
    body: { code: 'message-unknown' },
  });
  expect(await ask('fetchmessages', { name: 'theirs' })).toMatchObject({
    status: 400,
    body: { code: 'channel-unknown' },
  });
  expect(await db.selectFrom('chatMessages').select('id').execute()).toHaveLength(2);
  // Control
  expect(await read({ name: 'Main' })).toHaveLength(1);
  expect(await ask('delmessage', { id: await idOf('Main', 'ours') })).toMatchObject({
    status: 200,
  });
});

test('helpers see the name of a key account masked, with the id of its user', async () => {
  const { ask, join, send, signIn, service, addKey } = await open();
  const key = await service.addLicense({ days: 1 });
  await ask('activate', { user: key, pass: key, key });
  const { say } = chatOf({ send }, await signIn({ username: key, password: key }));
  const ann = await join();
  await ann.say('Main', `Is this yours: ${key}`);
  await say('Main', 'yes');
  const masked = `****${key.slice(-4)}`;
  const all = (await ask('fetchmessages', { name: 'Main' })).body['messages'];
  expect(all).toMatchObject([{ author: masked, user: key }, { user: ann.username }]);
  for (const scope of ['read', 'support'] as const) {
    const sellerkey = await addKey(scope);
    const { body } = await ask('fetchmessages', { name: 'Main', sellerkey });
    expect(JSON.stringify(body)).not.toContain(key);
    expect(body['messages']).toMatchObject([
      { author: masked, user: masked, userid: expect.stringMatching(/^id:/) as string },
      { user: ann.username, message: `Is this yours: ${masked}` },
    ]);
  }
});

test('the scope support deletes messages, and the scope read only reads them', async () => {
  const { ask, join, idOf, addKey } = await open();
  const ann = await join();
  await ann.say('Main', 'rude');
  const id = await idOf('Main', 'rude');
  for (const scope of ['read', 'sell'] as const)
    expect(await ask('delmessage', { id, sellerkey: await addKey(scope) })).toMatchObject({
      status: 400,
      body: { code: 'scope-missing' },
    });
  expect(await ask('delmessage', { id, sellerkey: await addKey('support') })).toMatchObject({
    status: 200,
  });
});
