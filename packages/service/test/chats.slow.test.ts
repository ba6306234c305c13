// Chat messages: reading, writing, limits, and the delay between two messages.
import { expect, test } from 'vitest';
import { startAt, open, worked } from './chats-parts.ts';

test('users read messages oldest first, with the time in seconds', async () => {
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

test('an unknown channel has no messages and accepts none', async () => {
  const { join } = await open();
  const ann = await join();
  expect(await ann.read('main')).toEqual([]);
  expect(await ann.say('main', 'Hello')).toMatchObject({
    success: false,
    reason: 'channel-unknown',
    message: 'Chat channel not found',
  });
});

test.each(['chatget', 'chatsend'])('%s requires a signed-in session', async (type) => {
  const { send, init } = await open();
  const parameters = { type, channel: 'main', message: 'x' };
  expect((await send({ ...parameters, sessionid: await init() })).body).toMatchObject({
    reason: 'not-signed-in',
  });
  expect((await send({ ...parameters, sessionid: 'gone' })).body).toMatchObject({
    reason: 'session-gone',
  });
});

test('rejects blank and oversized messages, and accepts one of the maximum length', async () => {
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

test('keeps the last 50 messages of each channel', async () => {
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

test('the delay of a channel applies to each user separately', async () => {
  const { ask, join, clock } = await open();
  for (const name of ['main', 'side']) await ask('addchannel', { name, delay: '10' });
  const [ann, bob] = [await join(), await join()];
  const tooFast = {
    success: false,
    reason: 'chat-too-fast',
    message: "Chat slower, you've hit the delay limit",
  };
  expect(await ann.say('main', '1')).toMatchObject({ success: true });
  expect(await ann.say('main', '2')).toMatchObject({ ...tooFast, retryAfter: 10 });
  expect(await ann.say('side', '3')).toMatchObject({ success: true });
  expect(await bob.say('main', '4')).toMatchObject({ success: true });
  clock.ms += 9999;
  // Rounded up, so that the wait is never too short.
  expect(await ann.say('main', '5')).toMatchObject({ ...tooFast, retryAfter: 1 });
  clock.ms += 1;
  expect(await ann.say('main', '6')).toMatchObject({ success: true });
  await ask('editchan', { name: 'main', delay: '0' });
  expect(await ann.say('main', '7')).toMatchObject({ success: true });
});

test("the delay starts at the user's own last message", async () => {
  const { ask, join, clock } = await open();
  await ask('addchannel', { name: 'main', delay: '100' });
  const [ann, bob] = [await join(), await join()];
  await ann.say('main', '1');
  clock.ms += 40_000;
  await bob.say('main', '2');
  clock.ms += 10_000;
  expect(await ann.say('main', '3')).toMatchObject({ retryAfter: 50 });
  expect(await bob.say('main', '4')).toMatchObject({ retryAfter: 90 });
});

test('only one of several concurrent messages of a user is accepted', async () => {
  const { ask, join } = await open({ interleave: true });
  await ask('addchannel', { name: 'main', delay: '3600' });
  const ann = await join();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ann.say('main', `${index}`)),
  );
  expect(all.filter(({ success }) => success === true)).toHaveLength(1);
  expect(await ann.read('main')).toHaveLength(1);
});

test('a long delay applies in a busy channel, and after the channel is cleared', async () => {
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
