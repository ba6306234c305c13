// Features: of subscriptions on the page Subscriptions, and of one user on the user's page.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { button, dialog, submit } from './team-steps.ts';

const { features, frame } = english;

async function choose(page: Page, label: string, action: string): Promise<void> {
  // The name of some buttons also has their text.
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('adds, changes and removes a feature of a subscription', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'subscriptions');
  const own = async () =>
    ((await seller('fetchallsubs'))['subs'] as { features?: unknown }[])[0]?.features; // as its schema
  await button(page, features.add).click();
  await page.getByLabel(features.name, { exact: true }).fill('Projects');
  await page.getByRole('radio', { name: features.kinds.number }).click();
  await page.getByLabel(features.value, { exact: true }).fill('five');
  await submit(page, features.add);
  await expect(dialog(page)).toContainText(features.nameWrong('32'));
  await expect(dialog(page)).toContainText(features.numberWrong);
  await page.getByLabel(features.name, { exact: true }).fill('projects');
  await page.getByLabel(features.value, { exact: true }).fill('5');
  await page.getByLabel(features.words).fill('Up to 5 projects');
  await desk.expectAccessible();
  await desk.picture('feature-add');
  await submit(page, features.add);
  await expect(page.getByText(features.saved('projects'))).toBeVisible();
  const projects = { feature: 'projects', kind: 'number', words: 'Up to 5 projects' };
  expect(await own()).toEqual([{ ...projects, value: '5' }]);
  await choose(page, features.actionsOf('Pro: projects'), features.edit);
  await page.getByLabel(features.value, { exact: true }).fill('7');
  await submit(page, frame.save);
  await expect(page.getByRole('row', { name: /Pro.*projects.*7/ })).toBeVisible();
  expect(await own()).toEqual([{ ...projects, value: '7' }]);
  await desk.picture('features');
  await choose(page, features.actionsOf('Pro: projects'), features.remove);
  await submit(page, features.remove);
  await expect(page.getByText(features.empty)).toBeVisible();
  expect(await own()).toBeUndefined();
});

test('gives one user a feature until a day', async ({ page, desk, owner, seller }) => {
  await seller('adduser', { user: 'anna', sub: 'Pro', expiry: '30', pass: 'a good password' });
  await desk.signIn(owner, 'users', 'anna');
  await button(page, features.add).click();
  await page.getByLabel(features.name, { exact: true }).fill('beta');
  await page.getByLabel(features.end).fill('12999-12-04');
  await submit(page, features.add);
  await expect(dialog(page)).toContainText(features.endWrong);
  await page.getByLabel(features.end).fill('2999-12-04');
  await submit(page, features.add);
  await expect(page.getByText(features.saved('beta'))).toBeVisible();
  const until = String(Date.UTC(2999, 11, 5) / 1000 - 1);
  const beta = { feature: 'beta', kind: 'yesno', value: 'yes', words: '', until };
  expect((await seller('userdata', { user: 'anna' }))['features']).toEqual([beta]);
  await choose(page, features.actionsOf('beta'), features.edit);
  await expect(page.getByLabel(features.end)).toHaveValue('2999-12-04');
  await page.getByRole('radio', { name: features.no, exact: true }).click();
  await submit(page, frame.save);
  await desk.expectAccessible();
  await desk.picture('user-features');
  expect((await seller('userdata', { user: 'anna' }))['features']).toEqual([
    { ...beta, value: 'no' },
  ]);
  // The end of a feature that was set by the command line is a time of the day.
  const noon = String(Date.UTC(2999, 11, 4, 12) / 1000);
  await seller('setfeature', { user: 'anna', feature: 'beta', value: 'no', until: noon });
  await page.reload();
  await choose(page, features.actionsOf('beta'), features.edit);
  await page.getByRole('radio', { name: features.yes, exact: true }).click();
  await submit(page, frame.save);
  await expect(page.getByText(features.saved('beta'))).toBeVisible();
  expect((await seller('userdata', { user: 'anna' }))['features']).toEqual([
    { ...beta, until: noon },
  ]);
  await choose(page, features.actionsOf('beta'), features.edit);
  await page.getByLabel(features.end).fill('');
  await submit(page, frame.save);
  await expect(dialog(page)).toBeHidden();
  expect((await seller('userdata', { user: 'anna' }))['features']).toEqual([
    { ...beta, until: '' },
  ]);
  await choose(page, features.actionsOf('beta'), features.remove);
  await submit(page, features.remove);
  await expect(page.getByText(features.removed('beta'))).toBeVisible();
  expect(await seller('userdata', { user: 'anna' })).not.toHaveProperty('features');
});
