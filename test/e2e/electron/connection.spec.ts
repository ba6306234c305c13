// Service outages before and after sign-in.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { signIn } from '../../support/electron-steps.ts';
import { test } from '../../support/restartable-service.ts';

test('reports an outage at start and shows the form on Try again @main', async ({
  open,
  restartable,
  picture,
}) => {
  const user = await restartable.service.addUser();
  await restartable.stop();
  const { page } = await open({ service: restartable.service });
  await expect(page.getByRole('heading', { name: "The service isn't answering" })).toBeVisible();
  await picture(page, 'unreachable');
  await restartable.startAgain();
  await page.getByRole('button', { name: english.state.again }).click();
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('reports an outage at sign-in', async ({ open, restartable }) => {
  const user = await restartable.service.addUser();
  const { page } = await open({ service: restartable.service });
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await restartable.stop();
  await signIn(page, user);
  await expect(page.getByText("The service isn't answering", { exact: true })).toBeVisible();
});

test('shows the retry time at sign-in and allows another account', async ({
  open,
  restartable,
}) => {
  const [user, other] = [await restartable.service.addUser(), await restartable.service.addUser()];
  const { page } = await open({ service: restartable.service });
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await restartable.stop();
  await signIn(page, user);
  await expect(page.getByText(/^Trying again in 0:[2-4]\d\.$/)).toBeVisible();
  await expect(page.locator('.trust')).toHaveText(english.trust['not-reached']);
  await page.getByRole('button', { name: english.state.back }).click();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await expect(page.locator('.trust')).toHaveText(english.trust['not-reached']);
  await restartable.startAgain();
  await signIn(page, other);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('signs out during an outage and does not show the connection as verified', async ({
  open,
  restartable,
}) => {
  const user = await restartable.service.addUser({ username: 'anna' });
  const { page } = await open({ service: restartable.service });
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  const shield = page.getByRole('button', { name: english.trustPanel.button });
  await expect(shield).toHaveAccessibleDescription(/^Service verified, /);
  await restartable.stop();
  await page.getByRole('button', { name: fill(english.account.button, { name: 'anna' }) }).click();
  await page.getByRole('menuitem', { name: english.account.signOut }).click();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await expect(page.locator('.trust')).toHaveText(english.trust['not-reached']);
  await expect(shield).toHaveAccessibleDescription(english.trust['not-reached']);
});

test('keeps the user signed in when a launch fails during an outage @main', async ({
  open,
  restartable,
  picture,
}) => {
  const user = await restartable.service.addUser({ username: 'anna' });
  const { page } = await open({ service: restartable.service });
  await signIn(page, user);
  const launch = page.getByRole('button', { name: english.ready.launch });
  await expect(launch).toBeVisible();
  await restartable.stop();
  await launch.click();
  await expect(page.getByRole('alert')).toContainText("The service isn't answering");
  await picture(page, 'service-away');
  await restartable.startAgain();
  await launch.click();
  await expect(page.getByRole('main').getByText(english.ready.runningText)).toBeVisible();
});

test('reports an outage on a manual check until the service answers', async ({
  open,
  restartable,
  picture,
}) => {
  const user = await restartable.service.addUser({ username: 'anna' });
  const { page } = await open({ service: restartable.service });
  const checkAgain = async () => {
    await page
      .getByRole('button', { name: fill(english.account.button, { name: 'anna' }) })
      .click();
    await page.getByRole('menuitem', { name: english.account.refresh }).click();
  };
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  await restartable.stop();
  await checkAgain();
  await expect(page.getByText("The service isn't answering", { exact: true })).toBeVisible();
  await expect(page.locator('.trust')).toHaveText(english.trust['not-reached']);
  await picture(page, 'notice');
  await restartable.startAgain();
  await checkAgain();
  await expect(page.getByText("The service isn't answering", { exact: true })).toBeHidden();
  await expect(page.locator('.trust')).toHaveCount(0);
});
