// The account in the settings, in real windows with the real service: subscriptions, removal of a
// saved account from the file, and options shared between two loaders.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { openPage, openSettings } from '../../gallery/picture.ts';
import { configOf, openLoader, test } from '../../support/electron-app.ts';
import { removeHome } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import {
  isForm,
  isReady,
  savedSignInsIn,
  savedFileNames,
  signInAndRemember,
} from './remember-steps.ts';

const { accountScreen: words, savedSignInList: kept, options } = english;
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('shows active and ended subscriptions as the service stores them @main', async ({
  open,
  service,
  picture,
}) => {
  const ask = sellerOf(service);
  await ask('addsub', { name: 'Render add-on', level: '2' });
  const anna = await service.addUser({ username: 'anna', subscription: { days: 30 } });
  await service.addUser({ username: 'bob', subscription: { days: 99 } });
  await ask('extend', { user: 'anna', sub: 'Render add-on', expiry: '1' });
  const { database } = service;
  await database
    .updateTable('subscriptions')
    .set({ expiresAt: Math.floor(Date.now() / 1000) - 3600 })
    .where('planId', 'in', (eb) =>
      eb.selectFrom('plans').select('id').where('name', '=', 'Render add-on'),
    )
    .execute();
  const { page } = await open();
  await signIn(page, anna);
  await isReady(page);
  await openSettings(page, 'Subscriptions and keys');
  const owned = part(page, words.subscriptions);
  await expect(owned.getByText('Pro', { exact: true })).toBeVisible();
  await expect(owned.getByText('Render add-on', { exact: true })).toBeVisible();
  await expect(owned).toContainText(/30 days left/);
  await expect(owned).toContainText('Ended');
  await expect(owned).not.toContainText('99 days');
  await picture(page, 'account-owned');
  await openPage(page, 'Computers');
  await expect(part(page, words.computer)).toContainText(
    new RegExp(fill(words.boundSince, { date: '.+' })),
  );
});

test('removes one saved account from the file and leaves the other unchanged', async ({
  open,
  service,
  home,
}) => {
  test.setTimeout(60_000);
  const anna = await service.addUser({ username: 'anna' });
  const bob = await service.addUser({ username: 'bob' });
  const { page } = await open({ keyStore: true });
  await signInAndRemember(page, anna);
  await isReady(page);
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  const [annas] = (await savedSignInsIn(home)).entries;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: english.account.useAnother }).click();
  await isForm(page);
  await signInAndRemember(page, bob);
  await isReady(page);
  await expect.poll(async () => (await savedSignInsIn(home)).entries.length).toBe(2);
  await openSettings(page, 'Security');
  const list = part(page, words.savedAccounts);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: fill(kept.removeOne, { name: 'bob' }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: kept.remove, exact: true }).click();
  await expect.poll(async () => (await savedSignInsIn(home)).entries).toEqual([annas]);
  await expect(list).not.toContainText('bob');
  await expect(list).toContainText('anna');
});

test('applies a saved option in other loaders only for the same account', async ({
  built,
  open,
  service,
}) => {
  test.setTimeout(90_000);
  const config = {
    options: [{ name: 'quality', label: 'Render quality', values: ['Draft', 'Best'] }],
  };
  const anna = await service.addUser({ username: 'anna' });
  const bob = await service.addUser({ username: 'bob' });
  const { page: first } = await open({ config });
  const home = await mkdtemp(path.join(tmpdir(), 'latchkey-home-'));
  const file = path.join(home, 'loader.config.json');
  await writeFile(file, JSON.stringify(configOf(service, built, { config })));
  const other = await openLoader(built, home, ['--config', file]);
  const chosen = (page: Page) => page.getByLabel('Render quality', { exact: true });
  await signIn(first, anna);
  await isReady(first);
  await openSettings(first, 'Northwind Studio');
  await chosen(first).selectOption('Best');
  await first.getByRole('button', { name: 'Save Render quality' }).click();
  await expect(first.getByText(fill(options.saved, { value: 'Best' })).first()).toBeVisible();
  const kepts = await service.database
    .selectFrom('userVariables')
    .select(['name', 'value'])
    .execute();
  expect(kepts).toEqual([{ name: 'option.quality', value: 'Best' }]);

  await signIn(other.page, bob);
  await isReady(other.page);
  await openSettings(other.page, 'Northwind Studio');
  // Bob has not chosen a value, so the first one applies.
  await expect(chosen(other.page)).toHaveValue('Draft');
  await openPage(other.page, 'Account');
  await other.page.getByRole('button', { name: english.account.signOut }).click();
  await isForm(other.page);
  await signIn(other.page, anna);
  await isReady(other.page);
  await openSettings(other.page, 'Northwind Studio');
  await expect(chosen(other.page)).toHaveValue('Best');
  await other.close();
  await removeHome(home);
});
