// The list of users: adding, download, and changes of many users.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './desk-page.ts';
import type { AskSeller } from './desk-seller.ts';
import { addUsers, confirm, signInAs } from './users-parts.ts';

/** The first cells of the rows, in their order. */
const names = (page: Page) => page.locator('tbody tr td:first-child');

test('adds a user who signs in with the shown password', async ({ page, desk, owner, shop }) => {
  await desk.signIn(owner, 'users');
  await expect(page.getByText('No users yet')).toBeVisible();
  await desk.expectAccessible();
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('مريم');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  const pass = await page.getByRole('group', { name: 'Password' }).locator('code').innerText();
  expect(await signInAs(shop, 'مريم', { pass })).toBe('ok');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(names(page)).toHaveText(['مريم']);
});

test('says that users need a subscription', async ({ page, desk, owner, seller }) => {
  await seller('delappsub', { name: 'Pro' });
  await desk.signIn(owner, 'users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('anna');
  await expect(dialog.getByText('Create a subscription first.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog).toBeVisible();
  expect((await seller('fetchallusers'))['users']).toEqual([]);
});

test('shows more users page by page, and downloads all of them', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  const passwordhash = `$2b$04$${'a'.repeat(53)}`;
  for (let at = 1; at <= 55; at += 1) {
    const user = `user${String(at).padStart(2, '0')}`;
    await seller('adduser', { user, sub: 'Pro', expiry: '30', passwordhash });
  }
  await desk.signIn(owner, 'users');
  await expect(names(page)).toHaveCount(50);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await started).path(), 'utf8');
  expect(text.match(/^user\d\d,Active,/gmu)).toHaveLength(55);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(names(page)).toHaveCount(55);
  await expect(names(page).last()).toHaveText('user55');
});

async function choose(page: Page, change: string): Promise<void> {
  await page.getByRole('button', { name: 'Change many users' }).click();
  await page.getByRole('menuitem', { name: change }).click();
}

async function stateOf(seller: AskSeller) {
  const { users } = await seller('fetchallusers');
  const rows = users as readonly { username: string; state: string; hwid: string | null }[]; // as its schema says
  return rows.map(({ username, state, hwid }) =>
    `${username} ${state} ${hwid === null ? '' : 'bound'}`.trim(),
  );
}

test('changes many users after showing their number', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await seller('addsub', { name: 'Team', level: '2' });
  await addUsers(shop, 'anna', 'berta', 'carla');
  await seller('adduser', { user: 'team', sub: 'Team', expiry: '5' });
  for (const user of ['anna', 'carla']) expect(await signInAs(shop, user)).toBe('ok');
  await seller('subtract', { user: 'carla', sub: 'Pro', seconds: String(40 * 86_400) });
  await desk.signIn(owner, 'users');
  const dialog = page.getByRole('dialog');

  await choose(page, 'Pause a subscription');
  await dialog.getByLabel('Subscription').selectOption('Team');
  await confirm(page, 'Pause 1 user', 'The subscription is paused.');
  expect(await stateOf(seller)).toEqual([
    ...['anna active bound', 'berta active', 'carla expired bound', 'team paused'],
  ]);
  await choose(page, 'Resume a subscription');
  await dialog.getByLabel('Subscription').selectOption('Team');
  await confirm(page, 'Resume 1 user', 'The subscription runs again.');

  await choose(page, 'Remove all computers');
  await confirm(page, 'Remove the computers of 2 users', 'All computers are removed.');
  expect(await stateOf(seller)).toEqual([
    ...['anna active', 'berta active', 'carla expired', 'team active'],
  ]);

  await choose(page, 'Delete expired users');
  await expect(dialog.getByRole('button', { name: 'Delete 1 user' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await stateOf(seller)).toHaveLength(4);
  await choose(page, 'Delete expired users');
  await confirm(page, 'Delete 1 user', 'Expired users are deleted.');
  expect(await stateOf(seller)).toEqual(['anna active', 'berta active', 'team active']);

  await choose(page, 'Extend all users');
  await dialog.getByLabel('Days').fill('10');
  await confirm(page, 'Extend 2 users', 'The users are extended.');
  const left = async (user: string) => {
    const { subs } = await seller('usersub', { user });
    return (subs as readonly { timeleft: number }[]).map((one) =>
      Math.round(one.timeleft / 86_400),
    ); // as its schema says
  };
  expect([await left('anna'), await left('team')]).toEqual([[40], [5]]);
  await choose(page, 'Extend all users');
  await dialog.getByLabel('Days').fill('1');
  await dialog.getByLabel('Only users whose subscription runs or is paused').uncheck();
  await confirm(page, 'Extend 3 users', 'The users are extended.');
  expect(await left('team')).toHaveLength(2);
});

test('a manager who only reads cannot change users', async ({ page, desk, manager, shop }) => {
  await addUsers(shop, 'anna');
  await desk.signIn(await manager(['read']), 'users');
  await expect(names(page)).toHaveText(['anna']);
  for (const name of ['Add user', 'Change many users'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await desk.expectAccessible();
});

test('says why users cannot be read, and tries again', async ({ page, desk, owner, shop }) => {
  desk.permitFaults(/Failed to load resource/);
  await addUsers(shop, 'anna');
  const broken = (url: URL) => url.pathname === '/desk/api/fetchallusers';
  await page.route(broken, (route) => route.abort());
  await desk.signIn(owner, 'users');
  await expect(page.getByRole('alert')).toContainText('The service cannot be reached.');
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(names(page)).toHaveText(['anna']);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the pages fit, and have German sentences', async ({ page, desk, owner, shop, seller }) => {
    const user = 'ein-benutzer-mit-einem-sehr-langen-namen-ohne-leerzeichen';
    await addUsers(shop, user, 'مريم');
    await seller('banuser', { user, reason: 'Weitergabe '.repeat(9) });
    await desk.signIn(owner, 'users');
    await expect(names(page)).toHaveText([user, 'مريم']);
    await desk.expectAccessible();
    await page.getByRole('link', { name: user }).click();
    await expect(page.getByText('Ist die Anmeldung möglich?')).toBeVisible();
    await desk.expectAccessible();
    await desk.picture('user-german');
    await page.getByRole('button', { name: 'Aktionen für diesen Benutzer' }).click();
    await page.getByRole('menuitem', { name: 'Person vollständig löschen' }).click();
    await page.setViewportSize({ width: 375, height: 700 });
    await desk.picture('erase-german');
  });
});
