// Invitations in the browser: choose a password, or prove the one from another application.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { password } from './desk-seller.ts';
import { expectSignedIn, expectSignIn, remembered, signInByForm } from './sign-in-steps.ts';

const { failures, frame, invitation, signIn } = english;

const fieldsOf = (page: Page) => ({
  first: page.getByLabel(invitation.newPassword),
  again: page.getByLabel(invitation.again),
  known: page.getByLabel(frame.password, { exact: true }),
  set: page.getByRole('button', { name: invitation.set }),
  join: page.getByRole('button', { name: invitation.join }),
});

const linkOf = (url: string, token: string) => `${url}invitation#${token}`;

test('chooses a password and leads to the sign-in @main', async ({ page, desk, shop }) => {
  const token = await shop.invite('Mia');
  await page.goto(linkOf(desk.url, token));
  await page.getByText(invitation.forApplication('Mia', shop.app.name)).waitFor();
  await desk.expectAccessible();
  await desk.picture('invitation');
  const { first, again, set } = fieldsOf(page);
  await first.fill(password);
  await again.fill('another password');
  await set.click();
  await expect(page.getByRole('alert')).toHaveText(invitation.different);
  await again.fill('short');
  await first.fill('short');
  await set.click();
  await expect(page.getByRole('alert')).toHaveText(failures.byCode['password-short']);
  await first.fill(password);
  await again.fill(password);
  await set.click();
  await page.getByText(invitation.doneText(shop.app.ownerid, 'Mia')).waitFor();
  expect(JSON.stringify(await remembered(page))).not.toContain(password);
  await page.getByRole('button', { name: invitation.toSignIn }).click();
  await expectSignIn(page);
  await expect(page.getByLabel(signIn.ownerid)).toHaveValue(shop.app.ownerid);
  await expect(page.getByLabel(signIn.name)).toHaveValue('Mia');
  expect(page.url()).not.toContain(token);
  await signInByForm(page, { ownerid: shop.app.ownerid, name: 'Mia', password });
  await expectSignedIn(page);
});

test('works once, until a new one is made, and for 24 hours', async ({
  page,
  desk,
  shop,
  seller,
}) => {
  const replaced = await shop.invite('Mia');
  const current = String((await seller('inviteaccount', { user: 'Mia' }))['token']);
  const expectOver = async (token: string) => {
    await page.goto('about:blank');
    await page.goto(linkOf(desk.url, token));
    await page.getByText(invitation.over).waitFor();
    await expect(page.getByLabel(invitation.newPassword)).toHaveCount(0);
  };
  await expectOver(replaced);
  await expectOver('not-a-token');
  await desk.expectAccessible();
  await page.goto(linkOf(desk.url, current));
  const { first, again, set } = fieldsOf(page);
  await first.fill(password);
  await again.fill(password);
  await set.click();
  await page.getByText(invitation.done).waitFor();
  await expectOver(current);
  const late = await shop.invite('Lea');
  await desk.ageInvitations(24 * 3600);
  await expectOver(late);
});

test('a second invitation while the page is open replaces the first one', async ({
  page,
  desk,
  shop,
  seller,
}) => {
  await page.goto(linkOf(desk.url, await shop.invite('Mia')));
  const { first, again, set } = fieldsOf(page);
  await first.fill(password);
  await again.fill(password);
  await seller('inviteaccount', { user: 'Mia' });
  await set.click();
  await expect(page.getByRole('alert')).toHaveText(failures.byCode['invitation-over']);
});

test('a person with a password proves it for another application', async ({
  page,
  desk,
  shop,
  manager,
}) => {
  const mia = await manager(['read'], 'Mia');
  const other = await shop.addApplication();
  await other.seller('addAccount', { role: 'Manager', user: 'Mia', scopes: 'read' });
  const { token } = await other.seller('inviteaccount', { user: 'Mia' });
  await page.goto(linkOf(desk.url, String(token)));
  await page.getByText(invitation.knownPassword).waitFor();
  await expect(page.getByText(invitation.notYours('Mia'))).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('invitation-known');
  const { known, join } = fieldsOf(page);
  await known.fill('a wrong password');
  await join.click();
  await expect(page.getByRole('alert')).toHaveText(failures.byCode['wrong-password']);
  await known.fill(mia.password);
  await join.click();
  await page.getByText(invitation.joined(other.app.name)).waitFor();
  await expect(page.getByText(invitation.done)).toHaveCount(0);
});

test('an invitation is not a sign-in', async ({ page, desk, shop, context }) => {
  await page.goto(linkOf(desk.url, await shop.invite('Mia')));
  const { first, again, set } = fieldsOf(page);
  await first.fill(password);
  await again.fill(password);
  await set.click();
  await page.getByText(invitation.done).waitFor();
  expect(await context.cookies()).toEqual([]);
});
