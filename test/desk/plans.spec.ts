// Plans and variables: added, changed, paused, resumed and deleted.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import type { AskSeller } from './desk-seller.ts';
import { button, dialog, submit } from './team-steps.ts';

const { frame, plans, variables } = english;

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function choose(page: Page, label: string, action: string): Promise<void> {
  await button(page, label).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** How many users have a plan running, and how many paused. */
async function usersOf(seller: AskSeller, name: string) {
  const count = async (operation: string) =>
    (await seller('countrows', { operation, name }))['count'];
  return { running: await count('pausesub'), paused: await count('unpausesub') };
}

async function addUsers(seller: AskSeller, plan: string, names: readonly string[]): Promise<void> {
  for (const user of names)
    await seller('adduser', { user, sub: plan, expiry: '30', pass: 'a good password' });
}

test('adds and changes a subscription @main', async ({ page, desk, owner, seller }) => {
  await desk.signIn(owner, 'subscriptions');
  await button(page, plans.add).click();
  await submit(page, plans.add);
  await expect(dialog(page)).toContainText(plans.nameMissing);
  await page.getByLabel(plans.name, { exact: true }).fill('Studio');
  await page.getByLabel(plans.level).fill('two');
  await submit(page, plans.add);
  await expect(dialog(page)).toContainText(plans.levelWrong);
  await page.getByLabel(plans.level).fill('2');
  await page.getByLabel(plans.computers).fill('3');
  await desk.expectAccessible();
  await submit(page, plans.add);
  await expect(row(page, 'Studio')).toBeVisible();
  await choose(page, plans.actionsOf('Studio'), plans.edit);
  await page.getByLabel(plans.computers).fill('5');
  await page.getByLabel(plans.grace).fill('31');
  await submit(page, frame.save);
  await expect(dialog(page)).toContainText(plans.graceWrong('30'));
  await page.getByLabel(plans.grace).fill('3');
  await page.getByLabel(plans.trial).fill('14');
  await desk.picture('plan-edit');
  await submit(page, frame.save);
  await expect(page.getByText(plans.editDone('Studio'))).toBeVisible();
  expect((await seller('fetchallsubs'))['subs']).toEqual([
    { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
    { name: 'Studio', level: '2', computers: '5', gracedays: '3', trialdays: '14' },
  ]);
});

test('keeps what was typed when a subscription exists', async ({ page, desk, owner }) => {
  await desk.signIn(owner, 'subscriptions');
  await button(page, plans.add).click();
  await page.getByLabel(plans.name, { exact: true }).fill('Pro');
  await page.getByLabel(plans.level).fill('7');
  await submit(page, plans.add);
  await expect(dialog(page).getByRole('alert')).toContainText(/exist/i);
  await expect(page.getByLabel(plans.level)).toHaveValue('7');
});

test('pauses and resumes a subscription for all users, and says how many', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  await addUsers(seller, 'Pro', ['anna', 'zoe']);
  await addUsers(seller, 'Studio', ['berta']);
  await desk.signIn(owner, 'subscriptions');
  await expect(row(page, 'Pro').getByRole('cell').nth(3)).toHaveText('2');
  await choose(page, plans.actionsOf('Pro'), plans.pause);
  await expect(dialog(page)).toContainText(plans.pauseText(plans.count(2, '2')));
  await submit(page, plans.pauseSubmit(plans.count(2, '2')));
  await expect(page.getByText(plans.pauseDone('Pro'))).toBeVisible();
  expect(await usersOf(seller, 'Pro')).toEqual({ running: '0', paused: '2' });
  expect(await usersOf(seller, 'Studio')).toEqual({ running: '1', paused: '0' });
  await choose(page, plans.actionsOf('Pro'), plans.pause);
  await expect(dialog(page)).toContainText(plans.pauseNobody);
  await page.keyboard.press('Escape');
  await choose(page, plans.actionsOf('Pro'), plans.resume);
  await submit(page, plans.resumeSubmit(plans.count(2, '2')));
  await expect(page.getByText(plans.resumeDone('Pro'))).toBeVisible();
  expect(await usersOf(seller, 'Pro')).toEqual({ running: '2', paused: '0' });
});

test('deletes a subscription, and says who loses it', async ({ page, desk, owner, seller }) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  await addUsers(seller, 'Studio', ['anna']);
  await addUsers(seller, 'Pro', ['berta']);
  await desk.signIn(owner, 'subscriptions');
  await choose(page, plans.actionsOf('Studio'), plans.delete);
  await expect(dialog(page)).toContainText(plans.deleteText(1, plans.count(1, '1')));
  await desk.expectAccessible();
  await submit(page, plans.deleteSubmit('Studio'));
  await expect(row(page, 'Studio')).toHaveCount(0);
  expect((await seller('fetchallsubs'))['subs']).toMatchObject([{ name: 'Pro' }]);
  expect(await usersOf(seller, 'Pro')).toEqual({ running: '1', paused: '0' });
  expect((await seller('userdata', { user: 'anna' }))['subscriptions']).toEqual([]);
});

test('adds, changes and deletes variables', async ({ page, desk, owner, seller }) => {
  await seller('addvar', { name: 'bystander', data: 'stays' });
  const long = `https://example.test/${'x'.repeat(300)}`;
  await desk.signIn(owner, 'subscriptions');
  await button(page, variables.add).click();
  await page.getByLabel(variables.name, { exact: true }).fill('news');
  await page.getByLabel(variables.value).fill(long);
  await page.getByRole('switch', { name: variables.onlySignedIn }).uncheck();
  await submit(page, variables.add);
  await expect(page.getByText(variables.addDone('news'))).toBeVisible();
  await desk.expectAccessible();
  const stored = async () => (await seller('fetchallvars'))['vars'];
  expect(await stored()).toEqual([
    { varid: 'bystander', msg: 'stays', authed: '1' },
    { varid: 'news', msg: long, authed: '0' },
  ]);
  await page.getByRole('button', { name: 'news', exact: true }).click();
  await page.getByLabel(variables.value).fill('');
  await submit(page, frame.save);
  await expect(dialog(page)).toContainText(variables.valueMissing);
  await page.getByLabel(variables.value).fill('<b>short</b>');
  await page.getByRole('switch', { name: variables.onlySignedIn }).check();
  await submit(page, frame.save);
  await expect(row(page, 'news')).toContainText('<b>short</b>');
  expect(await stored()).toContainEqual({ varid: 'news', msg: '<b>short</b>', authed: '1' });
  await choose(page, variables.actionsOf('news'), variables.delete);
  await submit(page, variables.delete);
  await expect(row(page, 'news')).toHaveCount(0);
  expect(await stored()).toEqual([{ varid: 'bystander', msg: 'stays', authed: '1' }]);
});

test('keeps a common name of a variable on one line beside a long value', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addvar', { name: 'welcome-message', data: 'x'.repeat(300) });
  await desk.signIn(owner, 'subscriptions');
  const name = page.getByText('welcome-message', { exact: true });
  for (const width of [1400, 760, 400]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await name.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines, `at ${width}`).toBe(1);
  }
});

test('draws subscriptions and variables for each role', async ({
  page,
  desk,
  manager,
  reseller,
  seller,
}) => {
  await seller('addvar', { name: 'news', data: 'hello' });
  await desk.signIn(await manager(['read'], 'Lea'), 'subscriptions');
  await expect(row(page, 'news')).toContainText('hello');
  for (const name of [
    plans.add,
    variables.add,
    plans.actionsOf('Pro'),
    variables.actionsOf('news'),
  ])
    await expect(button(page, name)).toHaveCount(0);
  await desk.expectAccessible();
  await desk.signIn(await manager(['sell'], 'Sam'), 'subscriptions');
  await expect(row(page, 'Pro')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(variables.title);
  await desk.signIn(await reseller(['1']), 'subscriptions');
  await expect(page.getByRole('heading', { level: 1, name: frame.notFound })).toBeVisible();
});
