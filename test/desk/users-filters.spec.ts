// Filters and orders of the list of users.
import type { Page } from '@playwright/test';
import { expect, test } from './desk-page.ts';
import { addUsers } from './users-parts.ts';

/** The first cells of the rows, in their order. */
const names = (page: Page) => page.locator('tbody tr td:first-child');

test('filters by state and subscription, sorts, and keeps the filters', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await seller('addsub', { name: 'Team', level: '2' });
  await addUsers(shop, 'berta', 'anna', 'carla');
  await seller('adduser', { user: 'team', sub: 'Team', expiry: '1' });
  await seller('banuser', { user: 'berta', reason: '' });
  await seller('pauseuser', { username: 'carla' });
  await desk.signIn(owner, 'users');
  await expect(names(page)).toHaveText(['anna', 'berta', 'carla', 'team']);
  const state = page.getByLabel('State', { exact: true });
  for (const [label, shown] of [
    ['Banned', ['berta']],
    ['Paused', ['carla']],
    ['Ends within 7 days', ['team']],
    ['Active', ['anna', 'team']],
  ] as const) {
    await state.selectOption(label);
    await expect(names(page)).toHaveText([...shown]);
  }
  await page.getByLabel('Subscription', { exact: true }).selectOption('Team');
  await expect(names(page)).toHaveText(['team']);
  await page.getByRole('link', { name: 'team', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Users' }).click();
  await expect(names(page)).toHaveText(['team']);
  await state.selectOption('Expired');
  await expect(page.getByText('No user is in this state')).toBeVisible();
});

test('finds the users whose subscription ended in the last 30 days', async ({
  page,
  desk,
  owner,
  shop,
  service,
}) => {
  await addUsers(shop, 'anna', 'berta', 'carla', 'dora');
  for (const [user, days] of [
    ['berta', 0],
    ['carla', 29],
    ['dora', 31],
  ] as const) {
    const expiresAt = Math.floor(Date.now() / 1000) - days * 86_400 - 60;
    await service.database
      .updateTable('subscriptions')
      .set({ expiresAt })
      .where('userId', '=', (eb) =>
        eb
          .selectFrom('users')
          .select('id')
          .where('applicationId', '=', shop.app.id)
          .where('username', '=', user),
      )
      .execute();
  }
  await desk.signIn(owner, 'users');
  await page.getByLabel('State', { exact: true }).selectOption('Ended in the last 30 days');
  await expect(names(page)).toHaveText(['berta', 'carla']);
  await page.getByRole('button', { name: 'Ends', exact: true }).click();
  await expect(names(page)).toHaveText(['carla', 'berta']);
  await page.getByLabel('State', { exact: true }).selectOption('Expired');
  await expect(names(page)).toHaveText(['dora', 'carla', 'berta']);
});

test('sorts by the end, of the users who have one', async ({ page, desk, owner, seller }) => {
  for (const [user, expiry] of [
    ['anna', '30'],
    ['berta', '3'],
    ['carla', '9'],
    ['dora', '1'],
  ] as const)
    await seller('adduser', { user, sub: 'Pro', expiry });
  await seller('pauseuser', { username: 'dora' });
  await desk.signIn(owner, 'users');
  await page.getByRole('button', { name: 'Ends', exact: true }).click();
  await expect(names(page)).toHaveText(['berta', 'carla', 'anna']);
  const state = page.getByLabel('State', { exact: true });
  await expect(state).toHaveValue('active');
  await expect(page.getByRole('columnheader', { name: 'Ends' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await desk.expectAccessible();
  await state.selectOption('Paused');
  await expect(names(page)).toHaveText(['dora']);
  await expect(page.getByRole('button', { name: 'Ends', exact: true })).toHaveCount(0);
  await state.selectOption('Ends within 7 days');
  await expect(names(page)).toHaveText(['berta']);
  await state.selectOption({ value: '' });
  await expect(names(page)).toHaveText(['anna', 'berta', 'carla', 'dora']);
});
