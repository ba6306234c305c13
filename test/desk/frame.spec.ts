// The frame around every page of the desk: navigation, applications, account menu, and places that
// do not exist.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { expect, test } from './desk-page.ts';
import { expectSignedIn, expectSignIn } from './sign-in-steps.ts';
import { addUsers, confirm } from './users-parts.ts';

const { frame, home } = english;

test('signs out, and Back shows nothing of the session @main', async ({
  page,
  desk,
  owner,
  context,
}) => {
  await desk.signIn(owner, 'home');
  await page.getByRole('button', { name: frame.signedInAs(owner.name) }).click();
  await expect(page.locator('.menu-foot')).toHaveText(owner.ownerid);
  await page.getByRole('menuitem', { name: frame.signOut }).click();
  await expectSignIn(page);
  expect(await context.cookies()).toEqual([]);
  await page.goto('about:blank');
  await page.goBack();
  await expectSignIn(page);
  await page.reload();
  await expectSignIn(page);
});

test('switches between the applications of a person, by menu and address', async ({
  page,
  desk,
  shop,
  owner,
}) => {
  const other = await shop.addApplication();
  await desk.signIn(owner, 'home');
  const names = [shop.app.name, other.app.name];
  const current = (name: string) =>
    page.getByRole('button', { name: `${frame.application}: ${name}` });
  await current(shop.app.name).click();
  const items = page.getByRole('menuitemcheckbox');
  await expect(items).toHaveText(names.toSorted());
  await items.filter({ hasText: other.app.name }).click();
  await expect(current(other.app.name)).toBeVisible();
  await expect(page).toHaveTitle(frame.tab(home.title, other.app.name));
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain(other.app.name);
  await page.goBack();
  await expect(current(shop.app.name)).toBeVisible();
  await desk.expectAccessible();
});

test('shows a person only the applications of their accounts', async ({
  page,
  desk,
  shop,
  manager,
}) => {
  const other = await shop.addApplication();
  await desk.signIn(await manager(['read']), 'home');
  await expect(page.getByRole('navigation')).not.toContainText(other.app.name);
  await page.goto(`${desk.url}#/${encodeURIComponent(other.app.name)}/home`);
  await expect(page).toHaveTitle(frame.tab(home.title, shop.app.name));
  expect(decodeURIComponent(page.url())).not.toContain(other.app.name);
});

test('a person without an application can only sign out', async ({
  page,
  desk,
  seller,
  manager,
}) => {
  const mia = await manager(['read']);
  await seller('deleteAccount', { user: mia.name });
  const bystander = await manager(['read'], 'Berta');
  await desk.signIn(bystander, 'home');
  await seller('banaccount', { user: bystander.name, reason: 'left' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(frame.nothingOpen);
  await desk.expectAccessible();
  await page.getByRole('button', { name: frame.signOut }).click();
  await expectSignIn(page);
});

test('says that a page does not exist', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'home');
  for (const place of ['nothing-here', 'home/../x', '%E0%A4%A', '__proto__', 'constructor']) {
    await page.goto(`${desk.url}#/${encodeURIComponent('x')}/${place}`);
    await page.getByRole('navigation').waitFor();
  }
  await desk.open('nothing-here');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(frame.notFound);
  await desk.expectAccessible();
  await page.getByRole('button', { name: frame.toStart }).click();
  await expectSignedIn(page);
});

test('changes the language without losing the place', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'home');
  const place = page.url();
  await page.getByRole('button', { name: frame.signedInAs(owner.name) }).click();
  await page.getByRole('menuitem', { name: frame.language }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.home.title);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.home.title);
  expect(page.url()).toBe(place);
});

test('works by keyboard: skip link, navigation and menus', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'home');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: frame.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: home.title }).focus();
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
  const account = page.getByRole('button', { name: frame.signedInAs(owner.name) });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: frame.account })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('/ focuses the search, and a confirmation ends with its page', async ({
  page,
  desk,
  owner,
  shop,
}) => {
  await addUsers(shop, 'anna');
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await page.keyboard.press('/');
  await confirm(page, 'Extend', 'anna has more time.');
  await page.getByRole('link', { name: 'Licenses', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  // Without waiting, because confirmations also end by themselves.
  expect(await page.getByText('anna has more time.').count()).toBe(0);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/');
});

test('/ does nothing after it is turned off, also after a reload', async ({
  page,
  desk,
  owner,
}) => {
  await desk.signIn(owner, 'account');
  await page.getByRole('switch', { name: 'Press / to search' }).uncheck();
  await desk.open('users');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await expect(search).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await desk.open('account');
  await page.getByRole('switch', { name: 'Press / to search' }).check();
  await desk.open('users');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
});
