// The first page: numbers over time, and what needs attention.
import { expect, test } from './desk-page.ts';
import { makeKeys } from './licenses-parts.ts';
import { addUsers, signInAs } from './users-parts.ts';

test('shows the numbers of the period and the reasons of refusals @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  const [key = ''] = await makeKeys(seller, 12);
  await addUsers(shop, 'anna', 'berta');
  await seller('refund', { key });
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await seller('banuser', { user: 'berta', reason: '' });
  expect(await signInAs(shop, 'berta')).toBe('banned');
  await desk.signIn(owner, 'home');
  const stat = (name: string) =>
    page.locator('dl.stat').filter({ has: page.getByText(name, { exact: true }) });
  await expect(stat('Keys made')).toContainText('12');
  await expect(stat('Sign-ins')).toContainText('1');
  await expect(stat('Refused sign-ins')).toContainText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'banned' })).toContainText('1');
  const keys = page.getByRole('table', { name: 'License keys' });
  await expect(keys.getByRole('columnheader')).toHaveText([
    ...['Date', 'Keys made', 'Keys redeemed', 'Keys refunded'],
  ]);
  await expect(keys.getByRole('row').last().getByRole('cell')).toHaveText(['12', '0', '1']);
  await desk.expectAccessible();
  await desk.picture('home');
  for (const period of ['12 weeks', '12 months']) {
    await page.getByRole('radio', { name: period }).check();
    await expect(stat('Keys made')).toContainText('12');
  }
  await expect(keys.getByRole('row')).toHaveCount(13);
});

test('names what needs attention and leads there', async ({
  page,
  desk,
  owner,
  reseller,
  seller,
}) => {
  await reseller(['1'], { month: '2' }, 'Rita');
  await seller('adduser', { user: 'anna', sub: 'Pro', expiry: '3' });
  await seller('adduser', { user: 'berta', sub: 'Pro', expiry: '30' });
  await desk.signIn(owner, 'home');
  const active = page.locator('dl.stat').filter({ hasText: 'Active subscriptions' });
  await expect(active).toContainText('2');
  await page.getByRole('link', { name: '1 subscription ends within 7 days' }).click();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('ending');
  await expect(page.getByRole('link', { name: 'anna' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'berta' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Rita has 2 keys left' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rita' })).toBeVisible();
});

test('an application without keys begins with first steps', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'home');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('link')).toHaveCount(3);
  await desk.expectAccessible();
  await desk.picture('home-first-steps');
  await steps.getByRole('link', { name: 'Make license keys for it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await seller('add', { expiry: '30', amount: '1' });
  await desk.open('home');
  await expect(page.getByText('Active subscriptions')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('shows a running bulk change and cancels it', async ({
  page,
  desk,
  owner,
  shop,
  service,
  manager,
}) => {
  const seconds = Math.floor(Date.now() / 1000);
  await service.database
    .insertInto('jobs')
    .values({
      applicationId: shop.app.id,
      id: 'job',
      type: 'pausesub',
      request: '{}',
      subject: '',
      sellerKey: 'account Mia',
      ip: '',
      detail: 'subscription=Pro',
      startedAt: seconds - 90,
      // A claim that no process of the test takes over.
      pass: 0,
      place: '',
      passed: 12_345,
      changed: 12_000,
      claimedUntil: seconds + 60,
    })
    .execute();
  await desk.signIn(await manager(['read']), 'home');
  await expect(page.getByText('12,345 rows checked, 12,000 changed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0);
  await desk.signIn(owner, 'home');
  const jobs = page.getByRole('region', { name: 'Bulk change' });
  await expect(jobs).toContainText('Mia paused Pro of all users');
  await expect(jobs).not.toContainText('subscription=');
  await expect(jobs.getByText(/^Started /)).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('home-bulk-change');
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Cancelled after 12,345 rows')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0);
});

test('a manager who only sells starts with the licenses', async ({ page, desk, manager }) => {
  await desk.signIn(await manager(['sell']));
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(0);
});
