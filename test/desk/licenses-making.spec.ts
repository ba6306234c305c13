// Making keys: the form, several requests with their orders, lost answers, and a reseller's balance.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './desk-page.ts';
import { allKeys, makeKeys, registerWith } from './licenses-parts.ts';

const making = ['licenses', 'make', 'keys'] as const;

const shownKeys = async (page: Page) =>
  (await page.getByLabel('New keys', { exact: true }).inputValue()).split('\n');

test('makes keys as chosen, which can be redeemed @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  const [bystander = ''] = await makeKeys(seller, 1);
  await desk.signIn(owner, 'licenses');
  await page.getByRole('link', { name: 'Make keys' }).click();
  await page.getByLabel('Subscription').selectOption('Studio');
  await page.getByLabel('Duration').selectOption('90 days');
  await page.getByLabel('Number of keys').fill('3');
  await page.getByLabel('Note').fill('Spring fair');
  await page.getByLabel('Order').fill('fair-1');
  await page.getByText('Format of the keys').click();
  await page.getByLabel('Mask').fill('FAIR-******-******-******-******');
  await page.getByLabel('Characters').selectOption('Small letters and digits');
  await expect(page.getByText('3 keys of Studio, 90 days each')).toBeVisible();
  await expect(page.getByText(/^FAIR(-[0-9a-z]{6}){4}$/)).toBeVisible();
  await desk.expectAccessible();
  await page.getByRole('button', { name: 'Make 3 keys' }).click();
  await expect(page.getByText('3 keys made', { exact: true })).toBeVisible();
  await expect(page.locator('.make-result')).toBeFocused();
  await desk.expectAccessible();
  const keys = await shownKeys(page);
  expect(keys).toHaveLength(3);
  for (const key of keys) {
    expect(key).toMatch(/^FAIR(-[0-9a-z]{6}){4}$/);
    expect(await seller('info', { key })).toMatchObject({
      level: '2',
      duration: String(90 * 86_400),
      note: 'Spring fair',
      order: 'fair-1',
      createdby: owner.name,
      status: 'Not Used',
    });
  }
  expect(await registerWith(shop, 'anna', String(keys[0]))).toBe('ok');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(
    `${String(keys[2])},Studio,90,fair-1,Spring fair`,
  );
  // The form keeps what was chosen, but not the order.
  await page.getByRole('button', { name: 'Make more' }).click();
  await expect(page.getByLabel('Number of keys')).toHaveValue('3');
  await expect(page.getByLabel('Order')).toHaveValue('');
  expect((await allKeys(seller)).toSorted()).toEqual([bystander, ...keys].toSorted());
});

test('copies all new keys', async ({ page, desk, owner, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await desk.signIn(owner, ...making);
  await page.getByLabel('Number of keys').fill('2');
  await page.getByRole('button', { name: 'Make 2 keys' }).click();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual(await shownKeys(page));
});

test('an order that exists returns its keys and makes none', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  const [key = ''] = await makeKeys(seller, 1, { order: 'shop-1' });
  await desk.signIn(owner, ...making);
  await page.getByLabel('Order').fill('shop-1');
  await page.getByRole('button', { name: 'Make 1 key' }).click();
  await expect(page.getByText('This order existed already')).toBeVisible();
  expect(await shownKeys(page)).toEqual([key]);
  expect(await allKeys(seller)).toEqual([key]);
  await page.getByRole('button', { name: 'Make more' }).click();
  await page.getByLabel('Order').fill('shop-1');
  await page.getByLabel('Number of keys').fill('2');
  await page.getByRole('button', { name: 'Make 2 keys' }).click();
  await expect(page.getByRole('alert')).toContainText('order');
  await expect(page.getByLabel('Number of keys')).toHaveValue('2');
  expect(await allKeys(seller)).toEqual([key]);
});

test('an order that was refunded warns before its keys are delivered', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await makeKeys(seller, 1, { order: 'shop-1' });
  await seller('refund', { order: 'shop-1' });
  await desk.signIn(owner, ...making);
  await page.getByLabel('Order').fill('shop-1');
  await page.getByRole('button', { name: 'Make 1 key' }).click();
  await expect(page.getByRole('alert')).toContainText('This order was refunded');
  await desk.expectAccessible();
  await desk.picture('order-refunded');
});

test('makes each of 250 keys once, although an answer is lost', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, ...making);
  let requests = 0;
  await page.route('**/desk/api/add', async (route) => {
    requests += 1;
    if (requests !== 2) return route.continue();
    // The service makes the keys, but its answer does not arrive.
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('Number of keys').fill('250');
  await page.getByRole('button', { name: 'Make 250 keys' }).click();
  await expect(page.getByText('100 of 250 keys were made')).toBeVisible();
  await expect(page.getByText(/Up to 100 more may exist/)).toBeVisible();
  await desk.expectAccessible();
  expect(await shownKeys(page)).toHaveLength(100);
  expect(await allKeys(seller)).toHaveLength(200);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('250 keys made', { exact: true })).toBeVisible();
  expect((await shownKeys(page)).toSorted()).toEqual((await allKeys(seller)).toSorted());
  expect(requests).toBe(4);
  desk.permitFaults(/Failed to load resource/);
});

test('stops after the request under way, and says what was made', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, ...making);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/desk/api/add', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Number of keys').fill('201');
  await page.getByRole('button', { name: 'Make 201 keys' }).click();
  await expect(page.getByText('0 of 201 keys made')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  held.resolve(undefined);
  await expect(page.getByText('100 of 201 keys were made')).toBeVisible();
  expect(await allKeys(seller)).toHaveLength(100);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('201 keys made', { exact: true })).toBeVisible();
  expect(await allKeys(seller)).toHaveLength(201);
});

test('warns about keys that can be guessed, and about wrong fields', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, ...making);
  const amount = page.getByLabel('Number of keys');
  await amount.fill('5001');
  await expect(page.getByText('Enter a number from 1 to 5,000.')).toBeVisible();
  await amount.fill('2');
  await page.getByLabel('Duration').selectOption('Other…');
  await page.getByLabel('Days', { exact: true }).fill('0');
  await expect(page.getByText('Enter a number of days above 0.')).toBeVisible();
  await page.getByLabel('Days', { exact: true }).fill('1.5');
  await page.getByText('Format of the keys').click();
  await page.getByLabel('Mask').fill('GIFT');
  await expect(page.getByText('Without *, you can make only one key.')).toBeVisible();
  await page.getByLabel('Mask').fill('GIFT-****');
  await expect(page.getByText('These keys have only 20 random bits')).toBeVisible();
  await page.getByLabel('Mask').press('Enter');
  expect(await allKeys(seller)).toEqual([]);
  await page.getByLabel('Make them anyway').check();
  await page.getByRole('button', { name: 'Make 2 keys' }).click();
  await expect(page.getByText('2 keys made', { exact: true })).toBeVisible();
  const [key = ''] = await allKeys(seller);
  expect(key).toMatch(/^GIFT-[0-9A-Z]{4}$/);
  expect(await seller('info', { key })).toMatchObject({ duration: String(1.5 * 86_400) });
});

test('a reseller makes keys of the own subscriptions from the balance', async ({
  page,
  desk,
  reseller,
  seller,
}) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  const rita = await reseller(['1'], { month: '5' });
  await desk.signIn(rita, ...making);
  await expect(page.getByLabel('Subscription').getByRole('option')).toHaveText(['Pro']);
  await page.getByLabel('Number of keys').fill('3');
  await expect(page.getByText('Your balance: 5, then 2')).toBeVisible();
  await page.getByText('Format of the keys').click();
  await page.getByLabel('Mask').fill('GIFT-****');
  await expect(page.getByText('Add more *: these keys could be guessed.')).toBeVisible();
  await expect(page.getByLabel('Make them anyway')).toHaveCount(0);
  await page.getByLabel('Mask').fill('RITA-******-******-******-******');
  await desk.expectAccessible();
  await page.getByRole('button', { name: 'Make 3 keys' }).click();
  await expect(page.getByText('3 keys made')).toBeVisible();
  const left = (await seller('getbalance', { username: rita.name }))['balance'];
  expect(left).toMatchObject({ month: '2' });
  await page.getByRole('button', { name: 'Make more' }).click();
  await expect(page.getByText('Your balance is too low.')).toBeVisible();
  await page.getByLabel('Number of keys').press('Enter');
  expect(await allKeys(seller)).toHaveLength(3);
  await page.getByLabel('Duration').selectOption('7 days');
  await expect(page.getByText('Your balance: 0')).toBeVisible();
});
