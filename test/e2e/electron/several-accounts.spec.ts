// Two saved accounts of one service in the real window: switching, restarts, automatic sign-in, a
// wrong password, and removal, checked in the file and at the service.
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { openSettings } from '../../gallery/picture.ts';
import { test } from '../../support/electron-app.ts';
import { fillSignIn } from '../../support/electron-steps.ts';
import type { TestService } from '../../../packages/service/test/support/service.ts';
import {
  isForm,
  isReady,
  savedSignInsIn,
  savedFileNames,
  signInAndRemember,
  signOut,
} from './remember-steps.ts';

const { savedSignInList } = english;

/** Sets a password through the seller API. */
async function setPassword({ url, app }: TestService, user: string, passwd: string): Promise<void> {
  const query = new URLSearchParams({ sellerkey: app.sellerkey, type: 'resetpw', user, passwd });
  const response = await fetch(`${url}/api/seller/?${query.toString()}`);
  expect(await response.json()).toMatchObject({ success: true });
}

const isAccount = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: fill(english.account.button, { name }) })).toBeVisible();
const isList = (page: Page) =>
  expect(page.getByRole('heading', { name: savedSignInList.title })).toBeVisible();
const one = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, of: string, entry: string) {
  await page.getByRole('button', { name: fill(english.account.button, { name: of }) }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('switches between two saved accounts, restarts with one and removes both @main', async ({
  open,
  service,
  home,
  picture,
}) => {
  test.setTimeout(90_000);
  const anna = await service.addUser({ username: 'anna' });
  const bob = await service.addUser({ username: 'bob' });
  const entries = async () => (await savedSignInsIn(home)).entries;
  const first = await open({ keyStore: true });
  const { page } = first;
  await signInAndRemember(page, anna);
  await isAccount(page, 'anna');
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  const [annas] = await entries();
  await choose(page, 'anna', english.account.useAnother);
  await isForm(page);
  await expect(page.getByLabel(english.signIn.username)).toHaveValue('');
  await signInAndRemember(page, bob);
  await isAccount(page, 'bob');
  await expect.poll(async () => (await entries()).length).toBe(2);
  // Each entry is encrypted separately, so the other one is unchanged.
  expect((await entries())[1]).toEqual(annas);
  await choose(page, 'bob', fill(english.account.switchTo, { name: 'anna' }));
  await isAccount(page, 'anna');
  await isReady(page);
  await expect.poll(async () => (await entries())[0]?.sealed).not.toBe(annas?.sealed);
  await first.close();

  // A saved sign-in reaches Launch without a click.
  const second = await open({ keyStore: true });
  await isReady(second.page);
  await isAccount(second.page, 'anna');
  const before = (await entries())[0]?.sealed;
  await openSettings(second.page, 'Account');
  await second.page.getByRole('checkbox', { name: english.account.autoSignIn }).click();
  await expect.poll(async () => (await entries())[0]?.sealed).not.toBe(before);
  await second.close();

  const third = await open({ keyStore: true });
  await isList(third.page);
  await picture(third.page, 'kept-list');
  await expect(one(third.page, 'anna')).toBeFocused();
  await one(third.page, 'bob').click();
  await isAccount(third.page, 'bob');
  await signOut(third.page, bob, savedSignInList.title);
  await expect.poll(async () => (await entries()).length).toBe(1);
  await expect(one(third.page, 'bob')).toHaveCount(0);
  await third.page
    .getByRole('button', { name: fill(savedSignInList.removeOne, { name: 'anna' }) })
    .click();
  await picture(third.page, 'kept-forget');
  await third.page.getByRole('dialog').getByRole('button', { name: savedSignInList.keep }).click();
  expect(await savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  await third.page
    .getByRole('button', { name: fill(savedSignInList.removeOne, { name: 'anna' }) })
    .click();
  await third.page
    .getByRole('dialog')
    .getByRole('button', { name: savedSignInList.remove })
    .click();
  await isForm(third.page);
  await expect.poll(() => savedFileNames(home)).toEqual([]);
  await third.close();

  const fourth = await open({ keyStore: true });
  await isForm(fourth.page);
});

test('removes a wrong saved password and keeps the other account', async ({
  open,
  service,
  home,
}) => {
  test.setTimeout(60_000);
  const anna = await service.addUser({ username: 'anna' });
  const bob = await service.addUser({ username: 'bob' });
  const first = await open({ keyStore: true });
  for (const user of [anna, bob]) {
    await signInAndRemember(first.page, user);
    await isAccount(first.page, user.username);
    await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
    if (user === anna) await choose(first.page, 'anna', english.account.useAnother);
  }
  await expect.poll(async () => (await savedSignInsIn(home)).entries.length).toBe(2);
  const [, annas] = (await savedSignInsIn(home)).entries;
  await first.close();

  await setPassword(service, 'bob', 'another one');
  const second = await open({ keyStore: true });
  const { page } = second;
  await isForm(page);
  await expect(page.getByLabel(english.signIn.username)).toHaveValue('bob');
  await expect(page.getByRole('alert')).toContainText('no longer works');
  await expect(page.getByLabel(english.remember.label)).toBeChecked();
  expect((await savedSignInsIn(home)).entries[1]).toEqual(annas);
  await page.getByRole('button', { name: english.signIn.toList }).click();
  await isList(page);
  await expect(page.getByText(savedSignInList.incomplete)).toBeVisible();
  await one(page, 'anna').click();
  await isAccount(page, 'anna');
  await choose(page, 'anna', english.account.useAnother);
  await fillSignIn(page, { username: 'bob', password: 'another one' });
  await page.keyboard.press('Enter');
  await isAccount(page, 'bob');
});
