// Chat: channels, moderation of messages, and mutes, with their effect on users.
import type { Page } from '@playwright/test';
import type { Client } from '@latchkey/client';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import type { DeskSeller } from './desk-seller.ts';
import { addUsers, confirm, passwordOf } from './users-parts.ts';

const { chat, chatMessages, mutes, frame } = english;

const rows = (page: Page) => page.locator('tbody tr');

/** A signed-in user, who says something, or is refused with a code. */
async function joinChat(shop: DeskSeller, username: string) {
  await addUsers(shop, username);
  const request: Client['request'] = shop.openClient().request;
  const signIn = { username, pass: passwordOf(username), hwid: username.padEnd(64, '.') };
  expect((await request('login', signIn)).ok).toBe(true);
  return {
    async say(channel: string, message: string): Promise<string> {
      const reply = await request('chatsend', { channel, message });
      return reply.ok ? 'ok' : reply.refusal.facts.code;
    },
    async read(channel: string): Promise<readonly string[]> {
      const reply = await request('chatget', { channel });
      return reply.ok ? reply.value.messages.map(({ message }) => message) : [];
    },
  };
}

async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('adds a channel, changes its pause, clears and deletes it @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await seller('addchannel', { name: 'lobby', delay: '0' });
  const anna = await joinChat(shop, 'anna');
  expect(await anna.say('lobby', 'stays')).toBe('ok');
  await desk.signIn(owner, 'chat');
  await page.getByRole('button', { name: chat.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(chat.name, { exact: true }).fill('صالة');
  await dialog.getByLabel(chat.delay).fill('ten');
  await expect(dialog.getByText(chat.delayWrong)).toBeVisible();
  await dialog.getByLabel(chat.delay).fill('0');
  await confirm(page, chat.add, 'صالة added');
  await expect(rows(page)).toHaveCount(2);
  for (const text of ['one', 'two']) expect(await anna.say('صالة', text)).toBe('ok');
  await choose(page, chat.actionsOf('صالة'), chat.changeDelay);
  await dialog.getByLabel(chat.delay).fill('300');
  await confirm(page, chat.changeDelay, chat.changed);
  await expect(rows(page).filter({ hasText: 'صالة' })).toContainText('5 minutes');
  expect(await anna.say('صالة', 'three')).toBe('ok');
  expect(await anna.say('صالة', 'four')).toBe('chat-too-fast');
  await desk.expectAccessible();
  await choose(page, chat.actionsOf('صالة'), chat.clear);
  await confirm(page, 'Delete 3 messages', '3 messages deleted');
  expect(await anna.read('صالة')).toEqual([]);
  await choose(page, chat.actionsOf('lobby'), chat.remove);
  await expect(dialog.getByText('1 message is deleted, too.')).toBeVisible();
  await dialog.getByRole('button', { name: frame.cancel }).click();
  await choose(page, chat.actionsOf('صالة'), chat.remove);
  await confirm(page, chat.remove, 'صالة deleted');
  expect((await seller('fetchallchats'))['chats']).toEqual([{ name: 'lobby', delay: '0' }]);
  expect(await anna.read('lobby')).toEqual(['stays']);
});

test('deletes one message and mutes its author', async ({ page, desk, owner, shop, seller }) => {
  await seller('addchannel', { name: 'lobby', delay: '0' });
  const [anna, berta] = [await joinChat(shop, 'anna'), await joinChat(shop, 'berta')];
  const long = `<img src=x onerror=alert(1)> ${'long '.repeat(100)}`;
  for (const text of ['hello', long]) expect(await berta.say('lobby', text)).toBe('ok');
  expect(await anna.say('lobby', 'hi')).toBe('ok');
  await desk.signIn(owner, 'chat');
  await page.getByRole('link', { name: 'lobby' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('hi');
  await expect(rows(page).nth(1)).toContainText('<img src=x');
  await desk.picture('chat-channel');
  await desk.expectAccessible();
  const rude = rows(page).nth(1);
  await rude.getByRole('button', { name: /^Message of berta/ }).click();
  await page.getByRole('menuitem', { name: chatMessages.remove }).click();
  await expect(page.getByRole('dialog').locator('blockquote')).toContainText('<img src=x');
  await confirm(page, chatMessages.remove, chatMessages.removed);
  await expect(rows(page)).toHaveCount(2);
  expect(await anna.read('lobby')).toEqual(['hello', 'hi']);
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Message of berta/ })
    .click();
  await page.getByRole('menuitem', { name: mutes.muteAuthor('berta') }).click();
  await page.getByRole('dialog').getByLabel(mutes.duration).selectOption('7 days');
  await confirm(page, mutes.submit, mutes.done('berta'));
  expect(await berta.say('lobby', 'again')).toBe('chat-muted');
  expect(await anna.say('lobby', 'still here')).toBe('ok');
});

test('mutes a user by name, shows the end, and lifts the mute', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await seller('addchannel', { name: 'lobby', delay: '0' });
  const [anna, berta] = [await joinChat(shop, 'anna'), await joinChat(shop, 'berta')];
  await seller('muteuser', { user: 'berta', time: '3600' });
  await desk.signIn(owner, 'chat', 'muted');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: mutes.mute }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(mutes.user).fill('nobody');
  await dialog.getByRole('button', { name: mutes.submit, exact: true }).click();
  await expect(dialog.getByText('There is no such user.')).toBeVisible();
  await expect(dialog.getByLabel(mutes.user)).toHaveValue('nobody');
  await dialog.getByLabel(mutes.user).fill('anna');
  await confirm(page, mutes.submit, mutes.done('anna'));
  await expect(rows(page)).toHaveCount(2);
  expect(await anna.say('lobby', 'x')).toBe('chat-muted');
  await desk.expectAccessible();
  await page.getByRole('button', { name: mutes.unmuteLabel('anna') }).click();
  await confirm(page, mutes.unmute, mutes.unmuted('anna'));
  expect(await anna.say('lobby', 'x')).toBe('ok');
  expect(await berta.say('lobby', 'x')).toBe('chat-muted');
});

test('support deletes messages, readers only read, and resellers have no chat', async ({
  page,
  desk,
  manager,
  reseller,
  shop,
  seller,
}) => {
  await seller('addchannel', { name: 'lobby', delay: '0' });
  const anna = await joinChat(shop, 'anna');
  for (const text of ['one', 'two']) await anna.say('lobby', text);
  const main = page.getByRole('main');
  await desk.signIn(await manager(['read'], 'Rolf'), 'chat', 'channel', 'lobby');
  await expect(rows(page)).toHaveCount(2);
  await expect(main.getByRole('button')).toHaveCount(0);
  await desk.open('chat');
  await expect(rows(page)).toHaveCount(1);
  await expect(main.getByRole('button')).toHaveCount(0);
  await desk.signIn(await manager(['support']), 'chat', 'channel', 'lobby');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Message of anna/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText([chatMessages.remove]);
  await page.getByRole('menuitem').click();
  await confirm(page, chatMessages.remove, chatMessages.removed);
  expect(await anna.read('lobby')).toEqual(['one']);
  await desk.signIn(await reseller(['1']), 'chat');
  await expect(page.getByText(frame.notFound)).toBeVisible();
});

test('an unknown channel and the first visit say what to do', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'chat');
  await expect(page.getByText(chat.emptyText)).toBeVisible();
  await desk.open('chat', 'channel', 'nowhere');
  await expect(page.getByText('There is no such channel.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: chat.title }).click();
  await desk.open('chat', 'muted');
  await expect(page.getByText(mutes.empty)).toBeVisible();
  await desk.expectAccessible();
});
