// The search in the list of users.
import { expect, test } from './desk-page.ts';
import { addUsers, signInAs } from './users-parts.ts';

test('finds users and says by what each was found @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna', 'berta', 'carla');
  const { key } = await seller('add', { expiry: '60', order: 'shop-4711' });
  await seller('assignkey', { user: 'carla', key: String(key) });
  await seller('editemail', { user: 'berta', email: 'someone@example.org' });
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await seller('banuser', { user: 'berta', reason: '' });
  await desk.signIn(owner, 'users');
  const names = page.locator('tbody tr td:first-child');
  await expect(names).toHaveText(['anna', 'berta', 'carla']);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const found = [
    ['nna', 'anna', 'Name'],
    ['someone@example.org', 'berta Banned', 'E-mail'],
    ['127.0.0.1', 'anna', 'IP'],
    ['desk of anna..', 'anna', 'Computer'],
    [String(key).slice(-6), 'carla', 'License key'],
    ['4711', 'carla', 'Order'],
  ] as const;
  for (const [text, name, by] of found) {
    await search.fill(text);
    await expect(names).toHaveText([name]);
    await expect(page.getByRole('cell', { name: by, exact: true })).toHaveCount(1);
  }
  await desk.expectAccessible();
  await search.fill('nobody');
  await expect(page.getByText('No user matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(names).toHaveCount(3);
});

test('a click on a user who is being found opens them, also while the list is redrawn', async ({
  page,
  desk,
  owner,
  shop,
}) => {
  await addUsers(shop, 'anna', 'berta');
  await desk.signIn(owner, 'users');
  const link = page.getByRole('link', { name: 'anna', exact: true });
  await link.waitFor();
  const answers = Promise.withResolvers<null>();
  await page.route('**/desk/api/finduser', async (route) => {
    await answers.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/desk/api/finduser');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('anna');
  await asked;
  await link.hover();
  await page.mouse.down();
  answers.resolve(null);
  await expect(page.getByRole('columnheader', { name: 'Found by' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'anna' })).toBeVisible();
});
