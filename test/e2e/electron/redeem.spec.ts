// Redeeming through the real window: with a receipt, signed out and signed in, and what a used key is told.
import { expect } from '@playwright/test';
import { readyCopy } from '../../../src/renderer/copy/ready.ts';
import { receiptCopy, redeemCopy } from '../../../src/renderer/copy/redeem.ts';
import { signInCopy } from '../../../src/renderer/copy/sign-in.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

test('signed out: a receipt, and nobody is signed in by it', async ({ open, service, picture }) => {
  const user = await service.addUser({ username: 'nora', subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await page.getByRole('button', { name: signInCopy.redeem }).click();
  await page.getByLabel(redeemCopy.username).fill(user.username);
  // As it is copied from a mail: quoted, with spaces and line breaks.
  await page.getByLabel(redeemCopy.key).fill(` “${key}” \n`);
  await picture(page, 'redeem');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: receiptCopy.title })).toBeVisible();
  await expect(page.getByText('Pro · 30 days')).toBeVisible();
  await picture(page, 'receipt');
  await expect(page.getByRole('button', { name: readyCopy.launch })).toBeHidden();

  await page.getByRole('button', { name: receiptCopy.signIn }).click();
  await expect(page.getByLabel(signInCopy.username)).toHaveValue(user.username);
  await signIn(page, user);
  await expect(page.getByRole('button', { name: readyCopy.launch })).toBeVisible();
});

test('signed in: the new subscription is there after the receipt', async ({ open, service }) => {
  const user = await service.addUser({ subscription: { days: 2 } });
  const key = await service.addLicense({ days: 99_999 });
  const { page } = await open();
  await signIn(page, user);
  await expect(page.getByText('Ends in 1 day', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: readyCopy.redeem }).click();
  await page.getByLabel(redeemCopy.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: receiptCopy.title })).toBeVisible();
  await page.getByRole('button', { name: receiptCopy.notNow }).click();
  await expect(page.getByText(readyCopy.lifetime)).toBeVisible();
});

test('an account without a subscription is let in after its redeem', async ({ open, service }) => {
  const user = await service.addUser({ subscription: 'expired' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await signIn(page, user);
  await page.getByRole('button', { name: redeemCopy.title }).click();
  await page.getByLabel(redeemCopy.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: receiptCopy.title })).toBeVisible();
  await expect(page.getByRole('button', { name: readyCopy.launch })).toBeVisible();
});

test('a used key and an unknown one are told apart', async ({ open, service, picture }) => {
  const first = await service.addUser();
  const user = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await page.getByRole('button', { name: signInCopy.redeem }).click();
  await page.getByLabel(redeemCopy.username).fill(first.username);
  await page.getByLabel(redeemCopy.key).fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: receiptCopy.another }).click();

  await page.getByLabel(redeemCopy.username).fill(user.username);
  await page.getByLabel(redeemCopy.key).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This key has already been used');
  await expect(page.getByLabel(redeemCopy.key)).toBeFocused();
  await picture(page, 'used-key');
  await page.getByLabel(redeemCopy.key).fill('TEST-0000-NOT-A-KEY');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This key was not found');
});
