// "Keep me signed in" on a real key store, over restarts of the program; and what is said where there is none.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accountCopy } from '../../../src/renderer/copy/account.ts';
import { codeCopy } from '../../../src/renderer/copy/one-time-code.ts';
import { readyCopy } from '../../../src/renderer/copy/ready.ts';
import {
  rememberCopy,
  rememberImpossible,
  signInCopy,
} from '../../../src/renderer/copy/sign-in.ts';
import { test } from '../../support/electron-app.ts';
import { fillSignIn, type SignInWith } from '../../support/electron-steps.ts';

const isReady = (page: Page) =>
  expect(page.getByRole('button', { name: readyCopy.launch })).toBeVisible();
const keptFile = (home: string) => path.join(home, '.config/latchkey/kept-sign-in');

async function signInKept(page: Page, user: SignInWith): Promise<void> {
  await fillSignIn(page, user);
  await page.getByLabel(rememberCopy.label).check();
  await page.getByRole('button', { name: signInCopy.submit }).click();
}

test('kept over a restart, encrypted, and forgotten at sign-out', async ({
  open,
  service,
  home,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ keyStore: true });
  await picture(first.page, 'sign-in-with-key-store');
  await signInKept(first.page, user);
  await isReady(first.page);
  const kept = await readFile(keptFile(home));
  expect((await stat(keptFile(home))).mode & 0o777).toBe(0o600);
  // v11: encrypted with a key from the key store; v10 would be Chromium's fixed password.
  expect(kept.subarray(0, 3).toString()).toBe('v11');
  expect(kept.includes(user.password) || kept.includes(user.username)).toBe(false);
  await first.close();

  const second = await open({ keyStore: true });
  await isReady(second.page);
  const account = accountCopy.button.replace('{name}', user.username);
  await second.page.getByRole('button', { name: account }).click();
  await second.page.getByRole('menuitem', { name: accountCopy.signOut }).click();
  await expect(second.page.getByRole('heading', { name: signInCopy.title })).toBeVisible();
  expect(await readdir(path.dirname(keptFile(home)))).not.toContain('kept-sign-in');
  await second.close();

  const third = await open({ keyStore: true });
  await expect(third.page.getByRole('heading', { name: signInCopy.title })).toBeVisible();
});

test('an account with two factors is asked for its code at each start', async ({
  open,
  service,
}) => {
  const user = await service.addUser({ totp: true });
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await first.page.getByLabel(codeCopy.label).fill(service.totpCode(user.totpSecret ?? ''));
  await first.page.keyboard.press('Enter');
  await isReady(first.page);
  await first.close();
  const second = await open({ keyStore: true });
  await expect(second.page.getByLabel(codeCopy.label)).toBeFocused();
});

test('a damaged file means signing in again, nothing worse', async ({ open, service, home }) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInKept(first.page, user);
  await isReady(first.page);
  await first.close();
  await writeFile(keptFile(home), 'v11 this was not written by us');
  const second = await open({ keyStore: true });
  await expect(second.page.getByRole('heading', { name: signInCopy.title })).toBeVisible();
  await signInKept(second.page, user);
  await isReady(second.page);
});

test('without a key store it is off, with the reason', async ({ open, service, home }) => {
  const user = await service.addUser();
  const { page } = await open();
  await expect(page.getByLabel(rememberCopy.label)).toBeDisabled();
  await expect(page.getByText(rememberImpossible['plaintext-store'])).toBeVisible();
  await fillSignIn(page, user);
  await page.keyboard.press('Enter');
  await isReady(page);
  expect(await readdir(path.dirname(keptFile(home)))).not.toContain('kept-sign-in');
});
