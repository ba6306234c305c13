// The chat between two loaders in real windows with the real service: delivery, markers for new
// messages, the pause between messages, and a mute by the seller.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { configOf, openLoader, test } from '../../support/electron-app.ts';
import { removeHome } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { isForm, isReady } from './remember-steps.ts';

const copy = english.chat;
const config = { community: { chatChannel: 'lounge' } };
/** The loader polls every ten seconds, with a jitter of a tenth. */
const withinAReading = { timeout: 20_000 };

const lines = (page: Page) =>
  page.getByRole('region', { name: copy.messages }).getByRole('listitem');
const openChat = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: copy.title }).click();
async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel(copy.label).fill(text);
  await page.keyboard.press('Enter');
}

test('delivers messages between two loaders and enforces pause and mute @main', async ({
  built,
  open,
  service,
  picture,
}) => {
  test.setTimeout(120_000);
  const ask = sellerOf(service);
  await ask('addchannel', { name: 'lounge', delay: '0' });
  const [anna, bob] = [
    await service.addUser({ username: 'anna' }),
    await service.addUser({ username: 'bob' }),
  ];
  const { page: annas } = await open({ config });
  const home = await mkdtemp(path.join(tmpdir(), 'latchkey-home-'));
  const file = path.join(home, 'loader.config.json');
  await writeFile(file, JSON.stringify(configOf(service, built, { config })));
  const other = await openLoader(built, home, ['--config', file]);
  const bobs = other.page;
  for (const [page, user] of [
    [annas, anna],
    [bobs, bob],
  ] as const) {
    await signIn(page, user);
    await isReady(page);
    await openChat(page);
    await expect(page.getByText(copy.empty)).toBeVisible();
  }

  await say(annas, '<b>Hello</b> https://evil.example');
  await expect(lines(annas)).toContainText('<b>Hello</b> https://evil.example');
  await expect(annas.getByLabel(copy.label)).toHaveValue('');
  await expect(lines(bobs)).toContainText('<b>Hello</b> https://evil.example', withinAReading);
  await expect(lines(bobs)).toContainText('anna');
  expect(await bobs.locator('main a, main b').count()).toBe(0);

  // Messages that arrive while Bob's chat is closed are marked as new.
  await bobs.getByRole('button', { name: 'Back' }).click();
  await say(annas, 'Are you there?');
  await expect(lines(annas)).toHaveCount(2);
  await openChat(bobs);
  await expect(lines(bobs).nth(1)).toContainText(copy.newMessages);
  await expect(bobs.getByText(copy.newMessages)).toHaveCount(1);
  await picture(bobs, 'chat-new');

  await ask('editchan', { name: 'lounge', delay: '60' });
  await say(bobs, 'Yes');
  await expect(lines(bobs)).toHaveCount(3);
  await say(bobs, 'And you?');
  await expect(bobs.getByRole('button', { name: /^Try again in (1:00|0:\d\d)$/ })).toBeVisible();
  await expect(bobs.getByLabel(copy.label)).toHaveValue('And you?');
  await ask('muteuser', { user: 'anna', time: '3600' });
  await say(annas, 'Too late');
  await expect(annas.getByText(/has muted you in this chat until/)).toBeVisible();
  // Polling continues, and refused messages do not appear.
  await expect(lines(annas)).toHaveCount(3, withinAReading);
  await annas.getByRole('button', { name: /^Account of/ }).click();
  await annas.getByRole('menuitem', { name: english.account.signOut }).click();
  await isForm(annas);
  await expect(lines(bobs)).toHaveCount(3);
  await other.close();
  await removeHome(home);
});
