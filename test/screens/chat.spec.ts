// The chat page: polling, display of messages, markers for new messages, and sending.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import {
  chats,
  openChat,
  opened,
  some,
  chatReply,
  withNew,
  writeInChat,
  written,
} from '../gallery/chat.ts';
import { failureOf, nowMs, ready, signedOut } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const copy = english.chat;
const field = (page: Page) => page.getByLabel(copy.label);
const lines = (page: Page) =>
  page.getByRole('region', { name: copy.messages }).getByRole('listitem');
const spoken = (page: Page) => page.locator('p.unseen[role=status]').first();

/** Sets the visibility state and fires the event that a browser would fire. */
async function show(page: Page, seen: boolean): Promise<void> {
  await page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    seen ? 'visible' : 'hidden',
  );
}

test('polls only while the chat is open and visible @main', async ({ page, open }) => {
  const bridge = await open(opened(some, { readChat: [chatReply(some), 'hold'] }));
  const asked = async (): Promise<number> => (await bridge.inputsOf('readChat')).length;
  const stopped = () => bridge.inputsOf('stopReading');
  expect(await asked()).toBe(0);
  await openChat(page);
  await expect(lines(page)).toHaveCount(3);
  await expect.poll(asked).toBe(2);
  await show(page, false);
  await expect.poll(stopped).toEqual([{ what: 'chat' }]);
  expect(await asked()).toBe(2);
  await expect(lines(page)).toHaveCount(3);
  await show(page, true);
  await expect.poll(asked).toBe(3);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(async () => (await stopped()).length).toBe(2);
  await expect(field(page)).toHaveCount(0);
});

test('is hidden when turned off or not supported by the service', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await expect(page.getByRole('button', { name: copy.title, exact: true })).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { revision: 2, unsupported: ['chat'] }));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: copy.title })).toHaveCount(0);
});

test('marks the start of the new messages once', async ({ page, open }) => {
  await open(opened(withNew));
  await openChat(page);
  await expect(page.getByText(copy.newMessages)).toHaveCount(1);
  await expect(lines(page).nth(3)).toContainText(copy.newMessages);
  await expect(spoken(page)).toHaveText('2 new messages.');
});

test('announces the author of a new message, but not its text', async ({ page, open }) => {
  const more = { messages: [...some.messages, written('zoe', 'Hello all', 0)] };
  const bridge = await open(opened(some));
  await openChat(page);
  await expect(lines(page)).toHaveCount(3);
  await expect.poll(async () => (await bridge.inputsOf('readChat')).length).toBe(2);
  await bridge.answer('readChat', { ok: true, value: more });
  await expect(lines(page)).toHaveCount(4);
  await expect(spoken(page)).toHaveText('New message from zoe.');
});

test('shows markup and links as text', async ({ page, open }) => {
  const text =
    '<img src=x onerror=alert(1)> <a href="https://evil.example">x</a> https://evil.example';
  await open(opened({ messages: [written('<b>bob</b>', text, 1)] }));
  await openChat(page);
  await expect(lines(page)).toContainText(text);
  await expect(lines(page)).toContainText('<b>bob</b>');
  expect(await page.locator('main img, main a, main b').count()).toBe(0);
});

test(
  'sends on Enter and shows only messages that the service returns',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open(opened(some, { sendChat: ['hold'] }));
    await openChat(page);
    await expect(field(page)).toBeFocused();
    await field(page).fill('See you');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('there');
    await page.keyboard.press('Enter');
    const message = 'See you\nthere';
    await expect.poll(() => bridge.inputsOf('sendChat')).toEqual([{ message }]);
    await expect(lines(page)).toHaveCount(3);
    const chat = { messages: [...some.messages, written('anna', message, 0, { isOwn: true })] };
    await bridge.answer('sendChat', { ok: true, value: { outcome: 'sent', chat } });
    await expect(lines(page)).toHaveCount(4);
    await expect(field(page)).toHaveValue('');
    await expect(spoken(page)).toHaveText(copy.sent);
  },
);

for (const outcome of ['lost', 'unknown'] as const)
  test(`keeps a message that is ${outcome} in the field and reports it`, async ({ page, open }) => {
    const chat = outcome === 'lost' ? some : null;
    await open(opened(some, { sendChat: [{ result: { ok: true, value: { outcome, chat } } }] }));
    await openChat(page);
    await writeInChat(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(copy[outcome]);
    await expect(field(page)).toHaveValue('See you there.');
    await expect(lines(page)).toHaveCount(3);
  });

test('does not send a message that is blank or too long', async ({ page, open }) => {
  const bridge = await open(opened(some));
  await openChat(page);
  await field(page).fill('  ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(copy.blank);
  await field(page).fill('x'.repeat(2001));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('2,001');
  await expect(field(page)).toHaveValue('x'.repeat(2001));
  expect(await bridge.inputsOf('sendChat')).toEqual([]);
});

test('counts down a pause and sends nothing before it ends', async ({ page, open }) => {
  const failure = failureOf({ code: 'chat-too-fast', retryAt: nowMs + 7000 });
  const bridge = await open(opened(some, { sendChat: [{ result: { ok: false, failure } }] }));
  await openChat(page);
  await writeInChat(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '0:07' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('.not-yet')).toBeVisible();
  expect(await bridge.inputsOf('sendChat')).toHaveLength(1);
  await expect(field(page)).toHaveValue('See you there.');
});

test('closes at sign-out', async ({ page, open }) => {
  const bridge = await open(opened(some));
  await openChat(page);
  await bridge.publish(sessionOf(signedOut, { revision: 2 }));
  await expect(field(page)).toHaveCount(0);
  await expect.poll(() => bridge.inputsOf('stopReading')).toEqual([{ what: 'chat' }]);
});

test('keeps the messages and reports when the service is unreachable', async ({ page, open }) => {
  const failed = { result: { ok: false, failure: failureOf({ code: 'offline' }) } } as const;
  await open({
    phase: ready,
    info: chats,
    replies: { readChat: [chatReply(some), failed, 'hold'] },
  });
  await openChat(page);
  await expect(page.getByText(copy.stale)).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
});
