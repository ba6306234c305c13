// Limits of attempts: a limit locks a form for the name or key that was refused, also after the form
// was left, and for no other one.
import type { Page } from '@playwright/test';
import { chooseKeyAction, fillNewAccount, openRedeem, submitSignIn } from '../gallery/picture.ts';
import { failureOf, nowMs, ready, redeemAlone, signedOut, unknownKey } from './samples.ts';
import { expect, test } from './screen-page.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const keyField = (page: Page) => page.getByLabel('License key');
const userName = (page: Page) => page.getByLabel('User name', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submitButton = (page: Page) => page.locator('button[type=submit]');

test('creating an account locks only the user name that a limit refused @main', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
  await open({ phase: signedOut, replies: { register: [{ result: { ok: false, failure } }] } });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await button(page, 'Create account').click();
  await expect(button(page, 'Try again in 15:00')).toBeVisible();
  await userName(page).fill('anna2');
  await expect(button(page, 'Create account')).not.toHaveAttribute('aria-disabled', 'true');
  await userName(page).fill('anna');
  await expect(button(page, 'Try again in 15:00')).toBeVisible();
  // Back and forward changes nothing about what was refused.
  await button(page, 'Back').click();
  await button(page, 'Create an account').click();
  await expect(button(page, 'Try again in 15:00')).toBeVisible();
  await userName(page).fill('anna2');
  await expect(button(page, 'Create account')).toBeVisible();
});

test('keeps the lock of the last unknown key, which another screen shows', async ({
  page,
  open,
}) => {
  const failure = failureOf({ ...unknownKey, triesLeft: 0, retryAt: nowMs + 900_000 });
  await open({ phase: signedOut, replies: { register: [{ result: { ok: false, failure } }] } });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await button(page, 'Create account').click();
  await expect(page.getByRole('alert')).toContainText('That was the last attempt for now.');
  await button(page, 'Create an account').click();
  await expect(button(page, 'Try again in 15:00')).toBeVisible();
});

test('redeeming keeps the limit of an account for other keys, and after the form was left', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
  await open({ phase: ready, replies: { redeem: [{ result: { ok: false, failure } }] } });
  const locked = page.getByRole('button', { name: 'Try again in 15:00' });
  await openRedeem(page);
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await expect(locked).toBeVisible();
  await keyField(page).fill('NWND-7F3Q-2MXX-91KE');
  await expect(locked).toBeVisible();
  await page.keyboard.press('Escape');
  await openRedeem(page);
  await expect(locked).toBeVisible();
});

test('redeeming without an account locks only the user name that a limit refused', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
  await open({
    phase: signedOut,
    info: redeemAlone,
    replies: { redeem: [{ result: { ok: false, failure } }] },
  });
  const locked = page.getByRole('button', { name: 'Try again in 15:00' });
  await openRedeem(page);
  await page.getByLabel('User name').fill('anna');
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await expect(locked).toBeVisible();
  await page.getByLabel('User name').fill('theo');
  await expect(locked).toHaveCount(0);
  await page.getByLabel('User name').fill('anna');
  await expect(locked).toBeVisible();
});

test('a sign-in counts down after too many attempts, but not for another user name', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 65_000 });
  const bridge = await open({
    phase: signedOut,
    replies: { signIn: [{ result: { ok: false, failure } }] },
  });
  await submitSignIn(page);
  await expect(submitButton(page)).toHaveText('Try again in 1:05');
  await password(page).fill('again');
  await page.keyboard.press('Enter');
  await submitButton(page).click({ force: true });
  expect(await bridge.inputsOf('signIn')).toHaveLength(1);
  // Another form and back changes nothing about what was refused.
  await page.getByRole('button', { name: 'Have a license key?' }).click();
  await page.keyboard.press('Escape');
  await expect(submitButton(page)).toHaveText('Try again in 1:05');
  await userName(page).fill('theo');
  await expect(submitButton(page)).toHaveText('Sign in');
  await password(page).fill('again');
  await submitButton(page).click();
  expect(await bridge.inputsOf('signIn')).toHaveLength(2);
});

test('a sign-in disables the button after the last attempt only if the service sends a retry time', async ({
  page,
  open,
}) => {
  const last = { code: 'bad-credentials', triesLeft: 0 } as const;
  const refusals = [nowMs + 900_000, null].map((retryAt) => ({
    result: { ok: false, failure: failureOf({ ...last, retryAt }) } as const,
  }));
  const bridge = await open({ phase: signedOut, replies: { signIn: refusals } });
  await submitSignIn(page);
  await expect(submitButton(page)).toHaveText('Try again in 15:00');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('alert')).toHaveText(
    'Incorrect user name or password. That was the last attempt for now.',
  );
  await password(page).fill('again');
  await page.keyboard.press('Enter');
  await expect(page.locator('.not-yet')).toHaveText(/Too many attempts/);
  expect(await bridge.inputsOf('signIn')).toHaveLength(1);
  await userName(page).fill('theo');
  await submitButton(page).click();
  await expect(password(page)).toHaveValue('');
  await expect(submitButton(page)).toHaveText('Sign in');
});
