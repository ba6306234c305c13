// The chat of two loaders with the real service: one reads what the other writes, and actions of
// the seller take effect immediately.
import { expect, test } from 'vitest';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { form, nowMs, startRealLoader } from './real-loader.ts';

const config = { community: { chatChannel: 'lounge' } };

async function open() {
  const service = await startTestService({ now: () => nowMs });
  const ask = sellerOf(service);
  const loaders = [];
  for (const username of ['anna', 'bob']) {
    const loader = await startRealLoader(service, {}, null, config);
    await loader.handlers.signIn(form(await service.addUser({ username })));
    loader.at('ready');
    loaders.push(loader);
  }
  const [anna, bob] = loaders;
  if (anna === undefined || bob === undefined) throw new Error('nobody there');
  const close = async () => {
    anna.stop();
    bob.stop();
    await service.close();
  };
  return { service, ask, anna, bob, close };
}

test('a message reaches a second user unchanged', async () => {
  const { ask, anna, bob, close } = await open();
  await ask('addchannel', { name: 'lounge', delay: '0' });
  await ask('addchannel', { name: 'elsewhere', delay: '0' });
  const message = 'Grüße & <b>Hi</b>\n  100 % 字 🔑';
  expect(await anna.handlers.sendChat({ message })).toMatchObject({ value: { outcome: 'sent' } });
  const text = 'Grüße & <b>Hi</b>\n100 % 字 🔑';
  expect(await bob.handlers.readChat({})).toEqual({
    ok: true,
    value: {
      messages: [{ author: 'anna', text, at: nowMs - (nowMs % 1000), isOwn: false, isNew: false }],
    },
  });
  const longest = '字'.repeat(2000);
  expect(await bob.handlers.sendChat({ message: longest })).toMatchObject({
    value: { outcome: 'sent' },
  });
  expect(await anna.handlers.readChat({})).toMatchObject({
    value: { messages: [{ isOwn: true }, { author: 'bob', text: longest }] },
  });
  await close();
});

test('a missing channel, a pause and a mute are reported with their end', async () => {
  const { ask, anna, bob, close } = await open();
  const say = () => anna.handlers.sendChat({ message: 'Hello' });
  expect(await anna.handlers.readChat({})).toEqual({ ok: true, value: { messages: [] } });
  expect(await say()).toMatchObject({ failure: { code: 'channel-unknown' } });
  await ask('addchannel', { name: 'lounge', delay: '30' });
  expect(await say()).toMatchObject({ value: { outcome: 'sent' } });
  const retryAt = nowMs + 30_000;
  expect(await say()).toMatchObject({ failure: { code: 'chat-too-fast', retryAt } });
  expect(await bob.handlers.sendChat({ message: 'Hi' })).toMatchObject({
    value: { outcome: 'sent' },
  });
  await ask('muteuser', { user: 'anna', time: '600' });
  const until = (Math.floor(nowMs / 1000) + 600) * 1000;
  const muted = { code: 'chat-muted', retryAt: until, sellerText: null };
  expect(await say()).toMatchObject({ failure: muted });
  await ask('editchan', { name: 'lounge', delay: '0' });
  expect(await bob.handlers.sendChat({ message: 'Still there' })).toMatchObject({ ok: true });
  anna.at('ready');
  await close();
});

test('a ban during the chat leads to the screen for a ban', async () => {
  const { ask, service, anna, bob, close } = await open();
  await ask('addchannel', { name: 'lounge', delay: '0' });
  await service.changeUser('anna', { banned: 'spam' });
  expect(await anna.handlers.sendChat({ message: 'Hello' })).toMatchObject({ ok: false });
  expect(anna.at('banned')).toMatchObject({ cause: 'user' });
  expect(await bob.handlers.readChat({})).toEqual({ ok: true, value: { messages: [] } });
  await close();
});
