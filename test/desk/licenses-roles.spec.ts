// What people with few rights see of licenses.
import { expect, test } from './desk-page.ts';
import { allKeys, chooseAction, confirm, makeKeys, redeem, stateOf } from './licenses-parts.ts';
import { addUsers } from './users-parts.ts';

test('a manager who only supports sees masked keys, and changes nothing @main', async ({
  page,
  desk,
  manager,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const [unused = '', used = ''] = await makeKeys(seller, 2);
  await redeem(seller, 'anna', used);
  await desk.signIn(await manager(['support']), 'licenses');
  await expect(page.getByText(`****${unused.slice(-4)}`)).toBeVisible();
  await expect(page.getByRole('link', { name: `****${unused.slice(-4)}` })).toHaveCount(0);
  await expect(page.getByText(unused)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Make keys' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await desk.expectAccessible();
  await page.getByRole('link', { name: used }).click();
  await expect(page.getByRole('heading', { name: used })).toBeVisible();
  await expect(page.getByText('anna')).toBeVisible();
  for (const name of ['More actions', 'Edit note', 'Change days', 'Assign to a user'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  // The form for new keys is a page of people who sell.
  await desk.open('licenses', 'make', 'keys');
  await expect(page.getByText('This key does not exist')).toBeVisible();
});

test('a manager who only sells finds a key or an order, and refunds it', async ({
  page,
  desk,
  manager,
  seller,
}) => {
  const [key = ''] = await makeKeys(seller, 1);
  const ordered = await makeKeys(seller, 2, { order: 'shop-1' });
  await desk.signIn(await manager(['sell']), 'licenses');
  await expect(page.getByRole('table')).toHaveCount(0);
  const field = page.getByLabel('Key or order');
  await field.fill('shop-9');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('No key and no order is called that.')).toBeVisible();
  await field.fill('shop-1');
  await page.getByRole('button', { name: 'Find' }).click();
  for (const one of ordered) await expect(page.getByRole('link', { name: one })).toBeVisible();
  await desk.expectAccessible();
  await field.fill(key);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: key })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit note' })).toHaveCount(0);
  await chooseAction(page, 'Refund…');
  await confirm(page, 'Refund key', 'The key was refunded.');
  expect(await stateOf(seller, key)).toBe('Banned');
  expect(await stateOf(seller, String(ordered[0]))).toBe('Not Used');
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
});

test('a reseller sees, finds and deletes only the own keys', async ({
  page,
  desk,
  reseller,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const [sellers = ''] = await makeKeys(seller, 1, { note: 'fair' });
  const rita = await reseller(['1'], { month: '5' });
  await desk.signIn(rita, 'licenses', 'make', 'keys');
  await page.getByLabel('Number of keys').fill('2');
  await page.getByLabel('Note').fill('fair');
  await page.getByRole('button', { name: 'Make 2 keys' }).click();
  await expect(page.getByText('2 keys made', { exact: true })).toBeVisible();
  const own = (await allKeys(seller)).filter((key) => key !== sellers);
  const [used = '', unused = ''] = own;
  await redeem(seller, 'anna', used);
  await page.getByRole('link', { name: 'All licenses' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.getByRole('cell', { name: 'Pro' })).toHaveCount(2);
  await expect(page.getByText(sellers)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Made by' })).toHaveCount(0);
  const search = page.getByRole('searchbox', { name: 'Search licenses' });
  await search.fill('FAIR');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await search.fill(unused.slice(-6));
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await desk.expectAccessible();
  await page.getByRole('link', { name: unused }).click();
  for (const name of ['Edit note', 'Change days', 'Assign to a user'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await chooseAction(page, 'Delete…');
  await expect(page.getByText('It is credited to your balance.')).toBeVisible();
  await confirm(page, 'Delete key', 'The key was deleted.');
  const left = (await seller('getbalance', { username: rita.name }))['balance'];
  expect(left).toMatchObject({ month: '4' });
  await desk.open('licenses', used);
  await expect(page.getByRole('heading', { name: used })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await desk.open('licenses', sellers);
  await expect(page.getByText('This key does not exist')).toBeVisible();
});
