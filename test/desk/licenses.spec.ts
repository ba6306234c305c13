// The list of licenses: search, filters, selection, changes of all, and the download.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './desk-page.ts';
import {
  allKeys,
  chooseAction,
  confirm,
  daysLeft,
  makeKeys,
  redeem,
  stateOf,
} from './licenses-parts.ts';
import { addUsers } from './users-parts.ts';

const keysIn = (page: Page) => page.locator('tbody tr td:has(.license-key)');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search licenses' });

test('finds licenses by a part of their key, order, note and user @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const [bystander = ''] = await makeKeys(seller, 1);
  const [used = ''] = await makeKeys(seller, 1, { note: 'Spring fair' });
  const [ordered = ''] = await makeKeys(seller, 1, { order: 'shop-4711' });
  await redeem(seller, 'anna', used);
  await desk.signIn(owner, 'licenses');
  await expect(keysIn(page)).toHaveCount(3);
  await expect(page.getByText('3 keys', { exact: true })).toBeVisible();
  for (const [text, key] of [
    [bystander.slice(-7), bystander],
    [bystander.replaceAll('-', ' ').toLowerCase(), bystander],
    ['spring', used],
    ['anna', used],
    ['4711', ordered],
  ] as const) {
    await search(page).fill(text);
    await expect(keysIn(page)).toHaveText([key]);
  }
  // Back from a license restores the search.
  await page.getByRole('link', { name: ordered }).click();
  await expect(page.getByRole('heading', { name: ordered })).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('4711');
  await expect(keysIn(page)).toHaveText([ordered]);
  await search(page).fill('nothing like this');
  await expect(page.getByText('No matching keys')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(keysIn(page)).toHaveCount(3);
});

test('shows orders completely where their column is narrowest', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const order = 'shop-9/2026-11-28/order-5621877203/line-2';
  const [used = ''] = await makeKeys(seller, 1, { order, note: 'Spring fair in Rotterdam' });
  await redeem(seller, 'anna', used);
  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.signIn(owner, 'licenses');
  for (const text of [order, 'anna']) {
    const cut = await page
      .getByRole('cell', { name: text })
      .getByText(text)
      .evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(cut, text).toBeLessThanOrEqual(0);
  }
  await desk.picture('licenses-order');
});

test('filters by state, subscription, maker and day, in the list and in a search', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  const [unused = ''] = await makeKeys(seller, 1, { note: 'fair' });
  const [banned = ''] = await makeKeys(seller, 1, { note: 'fair', owner: 'Rita' });
  const [studio = ''] = await makeKeys(seller, 1, { level: '2' });
  await seller('ban', { key: banned });
  await desk.signIn(owner, 'licenses');
  await page.getByLabel('State').selectOption('Banned');
  await expect(keysIn(page)).toHaveText([banned]);
  await page.getByLabel('State').selectOption('All states');
  await page.getByLabel('Subscription').selectOption('Studio');
  await expect(keysIn(page)).toHaveText([studio]);
  await page.getByLabel('Subscription').selectOption('All subscriptions');
  await page.getByRole('searchbox', { name: 'Made by' }).fill('Rita');
  await expect(keysIn(page)).toHaveText([banned]);
  await page.getByRole('searchbox', { name: 'Made by' }).fill('');
  await page.getByLabel('Made', { exact: true }).selectOption('Last 7 days');
  await expect(keysIn(page)).toHaveCount(3);
  await search(page).fill('fair');
  await expect(keysIn(page)).toHaveCount(2);
  await page.getByLabel('State').selectOption('Unused');
  await expect(keysIn(page)).toHaveText([unused]);
  await desk.expectAccessible();
});

test('reads more keys page by page', async ({ page, desk, owner, seller }) => {
  await makeKeys(seller, 60);
  await desk.signIn(owner, 'licenses');
  await expect(keysIn(page)).toHaveCount(50);
  await expect(page.getByText('The newest 50 keys')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(keysIn(page)).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(new Set(await keysIn(page).allInnerTexts()).size).toBe(60);
});

test('an empty list says what to do, and a failed one offers a retry', async ({
  page,
  desk,
  owner,
}) => {
  await desk.signIn(owner, 'licenses');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await desk.expectAccessible();
  await page.route('**/desk/api/fetchallkeys', (route) => route.abort());
  await desk.open('licenses');
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  await page.unroute('**/desk/api/fetchallkeys');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  desk.permitFaults(/Failed to load resource/);
});

test('deletes selected keys after showing who loses time', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna', 'berta');
  const [used = '', unused = '', bystander = ''] = await makeKeys(seller, 3);
  await redeem(seller, 'anna', used);
  await desk.signIn(owner, 'licenses');
  for (const key of [used, unused])
    await page.getByRole('checkbox', { name: `Select ${key}` }).check();
  await expect(page.getByText('2 keys selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('anna loses 30 days of Pro.')).toBeVisible();
  await desk.expectAccessible();
  expect(await daysLeft(seller, 'anna')).toBe(60);
  await confirm(page, 'Delete 2 keys', '2 keys were deleted.');
  await expect(keysIn(page)).toHaveText([bystander]);
  await expect(page.getByText('selected')).toHaveCount(0);
  expect(await allKeys(seller)).toEqual([bystander]);
  expect(await daysLeft(seller, 'anna')).toBe(30);
  expect(await daysLeft(seller, 'berta')).toBe(30);
});

test('deletes all unused keys and adds days to them, with their number and the password', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const [used = ''] = await makeKeys(seller, 1);
  await redeem(seller, 'anna', used);
  const unused = await makeKeys(seller, 12);
  await desk.signIn(owner, 'licenses');
  await desk.ageSessions(301);
  await chooseAction(page, 'Add days to unused keys…');
  await page.getByLabel('Days to add').fill('5');
  await page.getByRole('button', { name: 'Add to 12 keys' }).click();
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Days were added to 12 keys.')).toBeVisible();
  const duration = async (key: string) => (await seller('info', { key }))['duration'];
  expect(await duration(String(unused[0]))).toBe(String(35 * 86_400));
  expect(await duration(used)).toBe(String(30 * 86_400));
  await chooseAction(page, 'Delete unused keys…');
  await confirm(page, 'Delete 12 keys', '12 keys were deleted.');
  expect(await allKeys(seller)).toEqual([used]);
  await chooseAction(page, 'Delete redeemed keys…');
  await confirm(page, 'Delete 1 key', '1 key was deleted.');
  expect(await stateOf(seller, used)).toBe('gone');
  expect(await daysLeft(seller, 'anna')).toBe(60);
});

test('downloads the filtered keys, without formulas', async ({ page, desk, owner, seller }) => {
  await makeKeys(seller, 2, { note: 'other' });
  const [banned = ''] = await makeKeys(seller, 1, { note: '=1+1,"x"', order: '@shop' });
  await seller('ban', { key: banned, reason: 'Chargeback' });
  await desk.signIn(owner, 'licenses');
  await page.getByLabel('State').selectOption('Banned');
  await expect(keysIn(page)).toHaveText([banned]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^licenses-.+-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(banned);
  expect(lines[1]).toContain(`'@shop,"'=1+1,""x""",Chargeback`);
});
