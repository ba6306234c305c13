// The page of one user as people with fewer rights see it.
import { expect, test } from './desk-page.ts';
import { addUsers, chooseAction, confirm, signInAs } from './users-parts.ts';

test('draws only what a person may do @main', async ({
  page,
  desk,
  manager,
  reseller,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await seller('banuser', { user: 'anna', reason: '' });
  const actions = page.getByRole('button', { name: 'Actions for this user' });
  await desk.signIn(await manager(['read'], 'Rosa'), 'users', 'anna');
  await expect(page.getByText(/anna has been banned/)).toBeVisible();
  await expect(actions).toHaveCount(0);
  for (const name of ['Lift the ban', 'Extend', 'Remove'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await desk.signIn(await manager(['support'], 'Susi'), 'users', 'anna');
  await expect(page.getByRole('button', { name: 'Lift the ban' })).toBeVisible();
  await actions.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    ...[
      'New password link',
      'Set a new password',
      'Pause all subscriptions',
      'Remove all computers',
    ],
    ...['Sign out everywhere', 'Lift the ban'],
  ]);
  await desk.signIn(await reseller(['1']));
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto(`${desk.url}#/${encodeURIComponent(shop.app.name)}/users/anna`);
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('masks the name of a user who signs in by a key', async ({
  page,
  desk,
  owner,
  manager,
  shop,
  seller,
}) => {
  const { key } = await seller('add', { expiry: '60' });
  const license = String(key);
  const signedIn = await shop
    .openClient()
    .request('license', { key: license, hwid: 'h'.repeat(64) });
  expect(signedIn.ok).toBe(true);
  const masked = `****${license.slice(-4)}`;
  await desk.signIn(await manager(['support']), 'users');
  await page.getByRole('link', { name: masked }).click();
  await expect(page.getByRole('heading', { level: 1, name: masked })).toBeVisible();
  await expect(page.getByText('Signs in with a license key')).toBeVisible();
  expect(page.url()).not.toContain(license);
  await chooseAction(page, 'Pause all subscriptions');
  await confirm(page, 'Pause', `The subscriptions of ${masked} are paused.`);
  expect((await seller('usersub', { user: license }))['subs']).toMatchObject([{ paused: true }]);
  await desk.signIn(owner, 'users', license);
  await expect(page.getByText('Signs in with a license key')).toBeVisible();
});
