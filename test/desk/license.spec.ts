// One license: its facts, and every change of it.
import { expect, test } from './desk-page.ts';
import {
  chooseAction,
  confirm,
  daysLeft,
  makeKeys,
  redeem,
  registerWith,
  stateOf,
} from './licenses-parts.ts';
import { addUsers, signInAs } from './users-parts.ts';

test('shows the facts of a license, with links to its user and order @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  const [key = '', other = ''] = await makeKeys(seller, 2, {
    order: 'shop-1',
    owner: 'Olga',
    note: '<img src=x onerror=alert(1)>',
  });
  await redeem(seller, 'anna', key);
  await desk.signIn(owner, 'licenses', key);
  await expect(page.getByRole('heading', { name: key })).toBeVisible();
  for (const fact of ['Redeemed', 'Pro', '30 days', 'Olga', '<img src=x onerror=alert(1)>'])
    await expect(page.getByText(fact, { exact: true }).first()).toBeVisible();
  await desk.expectAccessible();
  await page.getByRole('link', { name: 'shop-1' }).click();
  await expect(page.getByRole('link', { name: other })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'anna' }).click();
  await expect(page.getByRole('heading', { name: 'anna' })).toBeVisible();
});

test('changes the note and the days of an unused key', async ({ page, desk, owner, seller }) => {
  const [key = '', bystander = ''] = await makeKeys(seller, 2);
  await desk.signIn(owner, 'licenses', key);
  await page.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('x'.repeat(70));
  await expect(page.getByText('The note is longer than 69 characters.')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Note').fill('For Berta');
  await confirm(page, 'Save', 'The note was saved.');
  await page.getByRole('button', { name: 'Change days' }).click();
  await expect(page.getByLabel('Days', { exact: true })).toHaveValue('30');
  await page.getByLabel('Days', { exact: true }).fill('7');
  await confirm(page, 'Save', 'The duration was changed.');
  await expect(page.getByText('7 days')).toBeVisible();
  const week = { note: 'For Berta', duration: String(7 * 86_400) };
  expect(await seller('info', { key })).toMatchObject(week);
  const month = { note: '', duration: String(30 * 86_400) };
  expect(await seller('info', { key: bystander })).toMatchObject(month);
});

test('assigns a key to a user, and shows why it failed', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna', 'berta');
  const [key = ''] = await makeKeys(seller, 1);
  await desk.signIn(owner, 'licenses', key);
  await page.getByRole('button', { name: 'Assign to a user' }).click();
  await page.getByLabel('User name').fill('nobody');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('User name').fill('anna');
  await confirm(page, 'Assign', 'The key was assigned to anna.');
  await expect(page.getByText('Redeemed').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign to a user' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change days' })).toHaveCount(0);
  expect(await daysLeft(seller, 'anna')).toBe(60);
  expect(await daysLeft(seller, 'berta')).toBe(30);
});

test('bans a key together with its user, and unbans both', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna', 'berta');
  const [key = ''] = await makeKeys(seller, 1);
  await redeem(seller, 'anna', key);
  await desk.signIn(owner, 'licenses', key);
  await chooseAction(page, 'Ban…');
  await expect(page.getByText('anna loses 30 days of Pro.')).toBeVisible();
  await page.getByLabel('Reason').fill('Chargeback');
  await page.getByLabel('Also ban anna').check();
  await desk.expectAccessible();
  await confirm(page, 'Ban key', 'The key was banned.');
  await expect(page.getByText('Chargeback')).toBeVisible();
  expect(await signInAs(shop, 'anna')).toBe('banned');
  expect(await signInAs(shop, 'berta')).toBe('ok');
  expect(await daysLeft(seller, 'anna')).toBe(30);
  await chooseAction(page, 'Unban…');
  await expect(page.getByText('anna gets 30 days of Pro back.')).toBeVisible();
  await confirm(page, 'Unban key', 'The key was unbanned.');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  expect(await daysLeft(seller, 'anna')).toBe(60);
});

test('refunds a key or its whole order, after showing who loses time @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna', 'berta', 'carla');
  const [first = '', second = ''] = await makeKeys(seller, 2, { order: 'shop-1' });
  const [single = ''] = await makeKeys(seller, 1);
  for (const [user, key] of [
    ['anna', first],
    ['berta', second],
    ['carla', single],
  ] as const)
    await redeem(seller, user, key);
  await desk.signIn(owner, 'licenses', first);
  await chooseAction(page, 'Refund…');
  await expect(page.getByText('anna loses 30 days of Pro.')).toBeVisible();
  await expect(page.getByText('berta loses')).toHaveCount(0);
  await page.getByLabel('All keys of order shop-1').check();
  await expect(page.getByText('berta loses 30 days of Pro.')).toBeVisible();
  expect(await daysLeft(seller, 'anna')).toBe(60);
  await confirm(page, 'Refund order', 'The order was refunded.');
  expect([await daysLeft(seller, 'anna'), await daysLeft(seller, 'berta')]).toEqual([30, 30]);
  expect(await daysLeft(seller, 'carla')).toBe(60);
  await desk.open('licenses', single);
  await chooseAction(page, 'Refund…');
  await confirm(page, 'Refund key', 'The key was refunded.');
  expect(await stateOf(seller, single)).toBe('Banned');
  expect(await daysLeft(seller, 'carla')).toBe(30);
  expect(await signInAs(shop, 'carla')).toBe('ok');
});

test('deletes a key, which then cannot be redeemed', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  const [key = '', bystander = ''] = await makeKeys(seller, 2);
  await desk.signIn(owner, 'licenses', key);
  await chooseAction(page, 'Delete…');
  await expect(page.getByText('Nobody loses time.')).toBeVisible();
  await confirm(page, 'Delete key', 'The key was deleted.');
  await expect(page.getByRole('heading', { name: 'Licenses' })).toBeVisible();
  expect(await registerWith(shop, 'anna', key)).toBe('key-unknown');
  expect(await registerWith(shop, 'anna', bystander)).toBe('ok');
  await desk.open('licenses', key);
  await expect(page.getByText('This key does not exist')).toBeVisible();
  await desk.expectAccessible();
});
