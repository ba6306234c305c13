// What a person typed or started survives an ended session, and is not left by mistake.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { password } from './desk-seller.ts';
import { allKeys } from './licenses-parts.ts';

const { frame, leaving, newUser, signIn, signInAgain, lists } = english;

const againOf = (page: Page) => page.getByRole('dialog', { name: signInAgain.title });
const questionOf = (page: Page) => page.getByRole('dialog', { name: leaving.title });

async function signInAgainWith(page: Page, text = password) {
  await againOf(page).getByLabel(frame.password, { exact: true }).fill(text);
  await againOf(page).getByRole('button', { name: signIn.submit }).click();
}

async function fillNewUser(page: Page) {
  await page.getByRole('button', { name: newUser.add }).click();
  const form = page.getByRole('dialog', { name: newUser.title });
  await form.getByLabel(newUser.name, { exact: true }).fill('nils');
  return form;
}

test('an ended session keeps a filled form, and the change is sent after the sign-in @main', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'users');
  const form = await fillNewUser(page);
  await desk.ageSessions(31 * 60);
  await form.getByRole('button', { name: newUser.submit }).click();
  await expect(againOf(page)).toContainText(owner.name);
  await expect(againOf(page)).toContainText(owner.ownerid);
  await desk.expectAccessible();
  await desk.picture('sign-in-again');
  await signInAgainWith(page, 'a wrong password');
  await expect(againOf(page).getByRole('alert')).toBeVisible();
  await signInAgainWith(page);
  await expect(againOf(page)).toHaveCount(0);
  await expect(form).toHaveCount(0);
  expect(await seller('fetchallusers')).toMatchObject({ users: [{ username: 'nils' }] });
});

test('a person with a second factor enters a code over the page', async ({ page, desk, owner }) => {
  const { code } = await desk.addSecondFactor(owner);
  await page.goto(desk.url);
  await page.getByLabel(signIn.ownerid).fill(owner.ownerid);
  await page.getByLabel(signIn.name, { exact: true }).fill(owner.name);
  await page.getByLabel(frame.password, { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: signIn.submit }).click();
  await page.getByLabel(signIn.code).fill(code());
  await page.getByRole('link', { name: english.users.title }).click();
  const form = await fillNewUser(page);
  await desk.ageSessions(31 * 60);
  await form.getByRole('button', { name: newUser.submit }).click();
  await signInAgainWith(page);
  const field = againOf(page).getByLabel(signIn.code);
  await expect(field).toBeFocused();
  await field.fill(code());
  await againOf(page).getByRole('button', { name: signIn.submit }).click();
  await expect(form).toHaveCount(0);
});

test('shows each of 1,500 keys once, although the session ends twice', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'licenses', 'make', 'keys');
  let requests = 0;
  await page.route('**/desk/api/add', async (route) => {
    requests += 1;
    if (requests === 5 || requests === 9) await desk.ageSessions(31 * 60);
    await route.continue();
  });
  await page.getByLabel('Number of keys').fill('1500');
  await page.getByRole('button', { name: 'Make 1,500 keys' }).click();
  await signInAgainWith(page);
  await expect(againOf(page)).toHaveCount(0);
  await signInAgainWith(page);
  await expect(page.getByText('1,500 keys made', { exact: true })).toBeVisible();
  const shown = (await page.getByLabel('New keys', { exact: true }).inputValue()).split('\n');
  expect(new Set(shown).size).toBe(1500);
  expect(shown.toSorted()).toEqual((await allKeys(seller)).toSorted());
});

test('shows each key of an order once, although the page was loaded again', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'licenses', 'make', 'keys');
  let requests = 0;
  const isSent = Promise.withResolvers<undefined>();
  await page.route('**/desk/api/add', async (route) => {
    requests += 1;
    if (requests !== 3) return route.continue();
    // The service makes the keys, and the page is gone before the answer.
    await route.fetch();
    isSent.resolve(undefined);
    return undefined;
  });
  await page.getByLabel('Number of keys').fill('450');
  await page.getByRole('button', { name: 'Make 450 keys' }).click();
  await isSent.promise;
  await page.reload();
  await expect(page.getByText(/^Order desk-.* was interrupted$/)).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('order-interrupted');
  expect(await allKeys(seller)).toHaveLength(300);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('450 keys made', { exact: true })).toBeVisible();
  const shown = (await page.getByLabel('New keys', { exact: true }).inputValue()).split('\n');
  expect(shown.toSorted()).toEqual((await allKeys(seller)).toSorted());
  await page.reload();
  await expect(page.getByLabel('Number of keys')).toBeVisible();
});

test('shows the keys of an order whose page was left during its last request', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'licenses', 'make', 'keys');
  const isSent = Promise.withResolvers<undefined>();
  const isLeft = Promise.withResolvers<undefined>();
  await page.route('**/desk/api/add', async (route) => {
    const response = await route.fetch();
    isSent.resolve(undefined);
    await isLeft.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('Number of keys').fill('3');
  await page.getByRole('button', { name: 'Make 3 keys' }).click();
  await isSent.promise;
  await page.getByRole('link', { name: lists.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: lists.title })).toBeVisible();
  const answered = page.waitForResponse('**/desk/api/add');
  isLeft.resolve(undefined);
  await (await answered).finished();
  await page.unrouteAll({ behavior: 'wait' });
  await page.goBack();
  await page.getByRole('button', { name: 'Continue' }).click();
  const shown = await page.getByLabel('New keys', { exact: true }).inputValue();
  expect(shown.split('\n').toSorted()).toEqual((await allKeys(seller)).toSorted());
});

test('a failed refresh of the person keeps the page and its form', async ({
  page,
  desk,
  owner,
}) => {
  desk.permitFaults(/Failed to load resource/);
  await desk.signIn(owner, 'users');
  const form = await fillNewUser(page);
  await page.clock.install();
  await page.route('**/desk/api/me', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.clock.setSystemTime(Date.now() + 120_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await failed;
  await expect(form.getByLabel(newUser.name, { exact: true })).toHaveValue('nils');
});

test('a filled dialog asks before Escape, Back and a sign-out discard it', async ({
  page,
  desk,
  owner,
}) => {
  await desk.signIn(owner, 'lists');
  await page.getByRole('link', { name: english.users.title }).click();
  await page.getByRole('button', { name: newUser.add }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const form = await fillNewUser(page);
  await page.keyboard.press('Escape');
  await desk.expectAccessible();
  await desk.picture('leave-question');
  await questionOf(page).getByRole('button', { name: leaving.stay }).click();
  await page.goBack();
  await questionOf(page).getByRole('button', { name: leaving.stay }).click();
  await expect(form.getByLabel(newUser.name, { exact: true })).toHaveValue('nils');
  await page.keyboard.press('Escape');
  await questionOf(page).getByRole('button', { name: leaving.leave }).click();
  await expect(form).toHaveCount(0);
  await fillNewUser(page);
  await desk.ageSessions(31 * 60);
  await form.getByRole('button', { name: newUser.submit }).click();
  await againOf(page).getByRole('button', { name: frame.signOut }).click();
  await questionOf(page).getByRole('button', { name: leaving.stay }).click();
  await signInAgainWith(page);
  await expect(form).toHaveCount(0);
});

test('a filled page asks before a link leaves it, and before the tab is closed', async ({
  page,
  desk,
  owner,
}) => {
  await desk.signIn(owner, 'licenses', 'make', 'keys');
  const amount = page.getByLabel('Number of keys');
  await amount.fill('7');
  const link = page.getByRole('link', { name: lists.title });
  await link.click();
  await questionOf(page).getByRole('button', { name: leaving.stay }).click();
  await expect(amount).toHaveValue('7');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await link.click();
  await questionOf(page).getByRole('button', { name: leaving.leave }).click();
  await expect(page.getByRole('heading', { level: 1, name: lists.title })).toBeVisible();
});
