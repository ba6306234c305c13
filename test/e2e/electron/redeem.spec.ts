// Redeeming in the real window: receipts when signed out and signed in, and refused keys.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

test('redeems a key when signed out without signing in @main', async ({
  open,
  service,
  picture,
}) => {
  const user = await service.addUser({ username: 'nora', subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await page.getByRole('button', { name: english.signIn.haveKey }).click();
  // As copied from an e-mail: quoted, with spaces and line breaks.
  await page.getByLabel(english.redeem.key).fill(` “${key}” \n`);
  await page.getByRole('button', { name: english.keyScreen.actions.redeem.label }).click();
  await expect(page.getByLabel(english.redeem.key)).toHaveValue(key);
  await page.getByLabel(english.redeem.username).fill(user.username);
  await picture(page, 'redeem');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: '30 days added' })).toBeVisible();
  await picture(page, 'receipt');
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeHidden();

  await page.getByRole('button', { name: english.receipt.signIn }).click();
  await expect(page.getByLabel(english.signIn.username)).toHaveValue(user.username);
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('shows the new end date after a redeem when signed in @main', async ({ open, service }) => {
  const user = await service.addUser({ subscription: { days: 2 } });
  const key = await service.addLicense({ days: 99_999 });
  const { page } = await open();
  await signIn(page, user);
  await expect(page.getByText('Ends in 2 days', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: english.ready.redeem }).click();
  await page.getByLabel(english.redeem.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  await page.getByRole('button', { name: english.receipt.done }).click();
  await expect(page.getByText(english.subscription.lifetime, { exact: true })).toBeVisible();
});

test('gives access to an account with an ended subscription after a redeem @main', async ({
  open,
  service,
}) => {
  const user = await service.addUser({ subscription: 'expired' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await signIn(page, user);
  await page.getByRole('button', { name: english.redeem.title }).click();
  await page.getByLabel(english.redeem.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('distinguishes a used key from an unknown one', async ({ open, service, picture }) => {
  const first = await service.addUser();
  const user = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await page.getByRole('button', { name: english.signIn.haveKey }).click();
  await page.getByLabel(english.redeem.key).fill(key);
  await page.getByRole('button', { name: english.keyScreen.actions.redeem.label }).click();
  await page.getByLabel(english.redeem.username).fill(first.username);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: english.receipt.another }).click();

  await page.getByLabel(english.redeem.username).fill(user.username);
  await page.getByLabel(english.redeem.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This key has already been used');
  await expect(page.getByLabel(english.redeem.key)).toBeFocused();
  await picture(page, 'used-key');
  await page.getByLabel(english.redeem.key).fill('TEST-0000-NOT-A-KEY');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("This key wasn't found");
});
