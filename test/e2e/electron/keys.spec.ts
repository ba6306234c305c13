// From a key to Launch in the real window: the clicks of each way to use a key, and what is saved.
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { test } from '../../support/electron-app.ts';
import { isReady } from './remember-steps.ts';

const { keyScreen, keySignIn, register, redeem } = english;
const allOn = { accounts: { keySignIn: true } };

/** Counts clicks in this page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    const count = (event: MouseEvent) => {
      const { dataset } = document.documentElement;
      if (event.isTrusted) dataset['clicks'] = String(Number(dataset['clicks']) + 1);
    };
    document.addEventListener('click', count, true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['clicks']));
}

async function giveKey(
  page: Page,
  key: string,
  way: keyof typeof keyScreen.actions,
): Promise<void> {
  await page.getByRole('button', { name: english.signIn.haveKey }).click();
  await page.getByLabel(redeem.key).fill(key);
  await page.getByRole('button', { name: keyScreen.actions[way].label }).click();
}

test('creates an account in three clicks and signs in at the next start @main', async ({
  open,
  service,
  picture,
}) => {
  const key = await service.addLicense({ days: 30 });
  const first = await open({ keyStore: true });
  const { page } = first;
  // Keeping the sign-in takes one more press, on its box.
  const clicks = await countClicks(page);
  await giveKey(page, key, 'register');
  await page.getByLabel(english.signIn.username).fill('nora');
  await page.getByLabel(english.password.label, { exact: true }).fill('four random words here');
  await picture(page, 'create-account');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(english.remember.label)).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: register.submit }).click();
  await isReady(page);
  // The page counts Space as a click.
  expect(await clicks()).toBe(3 + 1);
  await expect(page.getByRole('heading', { name: english.created.title })).toBeVisible();
  await picture(page, 'account-created');
  await page.getByRole('button', { name: english.created.notNow }).click();
  await expect(page.getByText(/ · 30 days left$/)).toBeVisible();
  await first.close();

  const second = await open({ keyStore: true });
  await isReady(second.page);
  await expect(
    second.page.getByRole('button', { name: fill(english.account.button, { name: 'nora' }) }),
  ).toBeVisible();
});

test('keeps the input when the user name is taken, and rejects a used key', async ({
  open,
  service,
}) => {
  await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  await giveKey(page, key, 'register');
  await page.getByLabel(english.signIn.username).fill('Anna');
  await page.getByLabel(english.password.label, { exact: true }).fill('four random words here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This user name is taken');
  await page.getByLabel(english.signIn.username).fill('nora');
  await page.keyboard.press('Enter');
  await isReady(page);
  await page.getByRole('button', { name: fill(english.account.button, { name: 'nora' }) }).click();
  await page.getByRole('menuitem', { name: english.account.signOut }).click();

  await giveKey(page, key, 'register');
  await page.getByLabel(english.signIn.username).fill('second');
  await page.getByLabel(english.password.label, { exact: true }).fill('four random words here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This key has already been used');
  await expect(page.getByLabel(redeem.key)).toHaveValue(key);
});

test('redeems a key on an account and signs in with five clicks', async ({ open, service }) => {
  const user = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  const { page } = await open();
  const clicks = await countClicks(page);
  await giveKey(page, key, 'redeem');
  await page.getByLabel(redeem.username).fill(user.username);
  await page.getByRole('button', { name: redeem.submit, exact: true }).click();
  await page.getByRole('button', { name: english.receipt.signIn }).click();
  await page.getByLabel(english.password.label, { exact: true }).fill(user.password);
  await page.getByRole('button', { name: english.signIn.submit }).click();
  await isReady(page);
  expect(await clicks()).toBe(5);
});

test('signs in with a key alone in three clicks and masks the key @main', async ({
  open,
  service,
  picture,
}) => {
  const key = await service.addLicense({ days: 30 });
  const { page, output } = await open({ config: allOn });
  const clicks = await countClicks(page);
  await giveKey(page, key, 'keySignIn');
  await picture(page, 'key-alone');
  await page.getByRole('button', { name: keySignIn.submit }).click();
  await isReady(page);
  expect(await clicks()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
  await page.getByRole('button', { name: /^Account of .*••••/ }).click();
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
  expect(output()).not.toContain(key);
  expect(service.logText()).not.toContain(key);
});

test('asks for a one-time code at the next start after saving a key sign-in with two factors', async ({
  open,
  service,
}) => {
  // An account for a key alone uses the key as user name and password.
  const key = 'NWND-TWO1-FACT-ORS1';
  const { totpSecret } = await service.addUser({ username: key, password: key, totp: true });
  if (totpSecret === null) throw new Error('no second factor');
  const first = await open({ config: allOn, keyStore: true });
  await giveKey(first.page, key, 'keySignIn');
  await first.page.getByLabel(english.remember.label).check();
  await first.page.getByRole('button', { name: keySignIn.submit }).click();
  const code = first.page.getByLabel(english.code.label);
  await expect(code).toBeFocused();
  expect(await first.page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
  await code.fill(service.totpCode(totpSecret));
  await isReady(first.page);
  await first.close();

  const second = await open({ config: allOn, keyStore: true });
  await expect(second.page.getByLabel(english.code.label)).toBeFocused();
  await expect(second.page.getByText('NWND-••••-ORS1')).toBeVisible();
});

test('reads the system clipboard only on Paste', async ({ open, service }) => {
  const key = await service.addLicense({ days: 30 });
  const { app, page } = await open();
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), `  "${key}"\n`);
  await page.getByRole('button', { name: english.signIn.haveKey }).click();
  await expect(page.getByLabel(redeem.key)).toHaveValue('');
  await page.getByRole('button', { name: keyScreen.paste }).click();
  await expect(page.getByLabel(redeem.key)).toHaveValue(key);
});
