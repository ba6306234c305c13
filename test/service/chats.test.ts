// Chats: what users write and read, what the seller allows, and that one user never gets in twice within a delay.
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { openWire, type Wire } from '../support/service-client.ts';
import type { TestServiceOptions } from '../support/service.ts';

const startAt = 1_800_000_000_000;

async function open(options: TestServiceOptions = {}) {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms, ...options });
  const ask = sellerOf(wire.service);
  const join = async () => {
    const user = await wire.service.addUser();
    return { ...user, ...chatOf(wire, await wire.signIn(user)) };
  };
  return { ...wire, ask, join, clock };
}

function chatOf({ send }: Pick<Wire, 'send'>, sessionid: string) {
  return {
    say: async (channel: string, message: string) =>
      (await send({ type: 'chatsend', sessionid, channel, message }, 'POST')).body,
    read: async (channel: string) => {
      const { body } = await send({ type: 'chatget', sessionid, channel });
      expect(body).toMatchObject({
        success: true,
        message: 'Successfully retrieved chat messages',
      });
      return body['messages'] as { author: string; message: string; timestamp: number }[]; // held against its schema
    },
  };
}

const failed = (message: string) => ({ status: 400, success: false, message });
const worked = (message: string) => ({ status: 200, success: true, message });

test('users read what users wrote, oldest first, with the time in seconds', async () => {
  const { ask, join, clock } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const [ann, bob] = [await join(), await join()];
  expect(await ann.say('main', 'Hello')).toMatchObject({
    success: true,
    message: 'Successfully sent chat message',
  });
  await bob.say('main', 'Same moment');
  clock.ms += 5999;
  await ann.say('main', 'Later');
  const at = startAt / 1000;
  expect(await bob.read('main')).toEqual([
    { author: ann.username, message: 'Hello', timestamp: at },
    { author: bob.username, message: 'Same moment', timestamp: at },
    { author: ann.username, message: 'Later', timestamp: at + 5 },
  ]);
});

test('a channel that is not known has no messages and takes none', async () => {
  const { join } = await open();
  const ann = await join();
  expect(await ann.read('main')).toEqual([]);
  expect(await ann.say('main', 'Hello')).toMatchObject({
    success: false,
    reason: 'channel-unknown',
    message: 'Chat channel not found',
  });
});

test.each(['chatget', 'chatsend'])('%s needs a signed-in session', async (type) => {
  const { send, init } = await open();
  const asked = { type, channel: 'main', message: 'x' };
  expect((await send({ ...asked, sessionid: await init() })).body).toMatchObject({
    reason: 'not-signed-in',
  });
  expect((await send({ ...asked, sessionid: 'gone' })).body).toMatchObject({
    reason: 'session-gone',
  });
});

test('messages that are blank or too long are refused, the longest is taken', async () => {
  const { ask, join, send, signIn, service } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const ann = await join();
  for (const blank of ['', ' ', '\n\t '])
    expect(await ann.say('main', blank)).toMatchObject({
      reason: 'message-blank',
      message: "Message can't be blank",
    });
  expect(await ann.say('main', 'x'.repeat(2001))).toMatchObject({
    reason: 'message-too-long',
    message: 'Message too long!',
  });
  expect(await ann.say('main', 'x'.repeat(2000))).toMatchObject({ success: true });
  expect(await ann.say('main', 'x'.repeat(8001))).toMatchObject({ reason: 'bad-request' });
  const sessionid = await signIn(await service.addUser());
  for (const parameters of [{ channel: 'main' }, { message: 'x' }])
    expect((await send({ type: 'chatsend', sessionid, ...parameters })).body).toMatchObject({
      reason: 'bad-request',
    });
  expect(await ann.read('main')).toHaveLength(1);
});

test('the last 50 messages of each channel are kept', async () => {
  const { ask, join, service } = await open();
  for (const name of ['main', 'side']) await ask('addchannel', { name, delay: '0' });
  const ann = await join();
  await ann.say('side', 'alone');
  for (let count = 1; count <= 53; count += 1) await ann.say('main', `message ${count}`);
  const messages = await ann.read('main');
  expect(messages.map(({ message }) => message)).toEqual(
    Array.from({ length: 50 }, (_, index) => `message ${index + 4}`),
  );
  expect(await ann.read('side')).toHaveLength(1);
  const rows = await service.database.selectFrom('chatMessages').select('id').execute();
  expect(rows).toHaveLength(51);
});

test('a user waits between two messages of a channel, others do not', async () => {
  const { ask, join, clock } = await open();
  for (const name of ['main', 'side']) await ask('addchannel', { name, delay: '10' });
  const [ann, bob] = [await join(), await join()];
  const tooFast = {
    success: false,
    reason: 'chat-too-fast',
    message: "Chat slower, you've hit the delay limit",
  };
  expect(await ann.say('main', '1')).toMatchObject({ success: true });
  expect(await ann.say('main', '2')).toMatchObject(tooFast);
  expect(await ann.say('side', '3')).toMatchObject({ success: true });
  expect(await bob.say('main', '4')).toMatchObject({ success: true });
  clock.ms += 9999;
  expect(await ann.say('main', '5')).toMatchObject(tooFast);
  clock.ms += 1;
  expect(await ann.say('main', '6')).toMatchObject({ success: true });
  await ask('editchan', { name: 'main', delay: '0' });
  expect(await ann.say('main', '7')).toMatchObject({ success: true });
});

test('of messages that one user sends at once, one wins', async () => {
  const { ask, join } = await open({ interleave: true });
  await ask('addchannel', { name: 'main', delay: '3600' });
  const ann = await join();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ann.say('main', `${index}`)),
  );
  expect(all.filter(({ success }) => success === true)).toHaveLength(1);
  expect(await ann.read('main')).toHaveLength(1);
});

test('a long delay holds in a busy channel, and after it was cleared', async () => {
  const { ask, join } = await open();
  await ask('addchannel', { name: 'main', delay: '3600' });
  const [ann, ...others] = await Promise.all(Array.from({ length: 4 }, join));
  if (ann === undefined) throw new Error('nobody there');
  await ann.say('main', 'mine');
  for (const other of others) await other.say('main', 'theirs');
  expect(await ask('clearchannel', { name: 'main' })).toMatchObject(
    worked('Successfully cleared channel!'),
  );
  expect(await ann.read('main')).toEqual([]);
  expect(await ann.say('main', 'again')).toMatchObject({ reason: 'chat-too-fast' });
});

test('a muted user reads but does not write, until the time is over or the seller says so', async () => {
  const { ask, join, clock } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const ann = await join();
  const until = startAt / 1000 + 60;
  expect(await ask('muteuser', { user: ann.username, time: '60' })).toMatchObject(
    worked('Successfully muted user!'),
  );
  const muted = {
    success: false,
    reason: 'chat-muted',
    message: "You're muted from chat",
    mutedUntil: until,
  };
  expect(await ann.say('main', '1')).toMatchObject(muted);
  expect(await ann.read('main')).toEqual([]);
  expect((await ask('fetchallmutes')).body['mutes']).toEqual([
    { user: ann.username, time: String(until) },
  ]);
  clock.ms += 59_999;
  expect(await ann.say('main', '2')).toMatchObject(muted);
  clock.ms += 1;
  expect(await ann.say('main', '3')).toMatchObject({ success: true });
  expect((await ask('fetchallmutes')).body['mutes']).toEqual([]);
  expect(await ask('unmuteuser', { user: ann.username })).toMatchObject(
    failed('User is not muted!'),
  );
  await ask('muteuser', { user: ann.username, time: '60' });
  await ask('muteuser', { user: ann.username, time: '600' });
  expect(await ask('unmuteuser', { user: ann.username })).toMatchObject(
    worked('Successfully unmuted user!'),
  );
  expect(await ann.say('main', '4')).toMatchObject({ success: true });
});

test('channels are added, changed, listed and removed with their messages', async () => {
  const { ask, join, service } = await open();
  expect(await ask('addchannel', { name: 'b', delay: '5' })).toMatchObject(
    worked('Successfully created channel!'),
  );
  expect(await ask('addchannel', { name: 'b', delay: '6' })).toMatchObject(
    failed('Channel already exists!'),
  );
  await ask('addchannel', { name: 'a', delay: '0' });
  expect(await ask('editchan', { name: 'b', delay: '7' })).toMatchObject(
    worked('Successfully updated channel!'),
  );
  expect((await ask('fetchallchats')).body['chats']).toEqual([
    { name: 'a', delay: '0' },
    { name: 'b', delay: '7' },
  ]);
  const ann = await join();
  await ann.say('b', 'Hello');
  expect(await ask('delchannel', { name: 'b' })).toMatchObject(
    worked('Successfully deleted channel!'),
  );
  expect(await ann.read('b')).toEqual([]);
  expect(await service.database.selectFrom('chatMessages').select('id').execute()).toEqual([]);
  for (const [type, message] of [
    ['delchannel', 'Failed to delete channel!'],
    ['clearchannel', 'Failed to clear channel!'],
    ['editchan', 'Failed to update channel!'],
  ] as const)
    expect(await ask(type, { name: 'b', delay: '0' })).toMatchObject(failed(message));
});

test('nobody can be muted who is not there, nor for no time', async () => {
  const { ask, service } = await open();
  for (const type of ['muteuser', 'unmuteuser'])
    expect(await ask(type, { user: 'nobody', time: '1' })).toMatchObject(failed('User not found!'));
  const { username } = await service.addUser();
  for (const time of ['0', '-1', '1.5', '315360001'])
    expect(await ask('muteuser', { user: username, time })).toMatchObject(
      failed('The parameter "time" is not valid.'),
    );
  expect(await ask('addchannel', { name: 'a', delay: '-1' })).toMatchObject(
    failed('The parameter "delay" is not valid.'),
  );
});

test('who signs in with a license alone is not named by it, even when it is deleted', async () => {
  const { ask, service, signIn, send } = await open();
  await ask('addchannel', { name: 'main', delay: '0' });
  const key = await service.addLicense({ days: 1 });
  await ask('activate', { user: key, pass: key, key });
  const { say, read } = chatOf({ send }, await signIn({ username: key, password: key }));
  await say('main', 'with license');
  await service.database.deleteFrom('licenses').execute();
  await say('main', 'without');
  const authors = (await read('main')).map(({ author }) => author);
  expect(authors).toEqual([`****${key.slice(-4)}`, `****${key.slice(-4)}`]);
});
