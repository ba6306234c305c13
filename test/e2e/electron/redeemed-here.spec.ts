// Keys redeemed on this computer, in the real window: listed after a restart, and deleted from the
// file on removal.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { openSettings } from '../../gallery/picture.ts';
import { dataFolder, isReady } from './remember-steps.ts';

const { accountScreen: words } = english;

test('lists a redeemed key masked after a restart and deletes it from the file', async ({
  open,
  service,
  home,
  picture,
}) => {
  const file = () => readFile(path.join(dataFolder(home), 'state.json'), 'utf8');
  const user = await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  const first = await open();
  await signIn(first.page, user);
  await isReady(first.page);
  await first.page.getByRole('button', { name: english.ready.redeem }).click();
  await first.page.getByLabel('License key').fill(key);
  await first.page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(first.page.getByText('••••').first()).toBeVisible();
  await first.close();
  expect(JSON.parse(await file())).toMatchObject({ redeemed: [{ subscription: 'Pro' }] });
  expect(await file()).not.toContain(key);

  const { page } = await open();
  await signIn(page, user);
  await isReady(page);
  await openSettings(page, 'Subscriptions and keys');
  const part = page.getByRole('region', { name: words.redeemed });
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await expect(part).toContainText('Pro, until');
  await part.scrollIntoViewIfNeeded();
  await picture(page, 'redeemed-here');
  await part.getByRole('button', { name: /^Remove/ }).click();
  await expect(part).toContainText(words.redeemedNone);
  await expect.poll(async () => JSON.parse(await file()) as object).toMatchObject({ redeemed: [] });
});
