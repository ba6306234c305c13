// The forms for a forgotten password and for a new user name: input checks, refusals, and where
// each form leads.
import type { Page } from '@playwright/test';
import {
  fillForgot,
  openForgot,
  openNewName,
  openSettings,
  submitForgot,
  submitNewName,
} from '../gallery/picture.ts';
import { demoInfo, failureOf, nowMs, ready, signedOut, withoutForgotLink } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const userName = (page: Page) => page.getByLabel('User name');
const email = (page: Page) => page.getByLabel('E-mail address');
const newName = (page: Page) => page.getByLabel('New user name');
const refusal = (
  code: 'forgot-user-unknown' | 'email-wrong' | 'email-missing' | 'mail-unavailable',
) => ({ result: { ok: false, failure: failureOf({ code }) } }) as const;

test.describe('password reset', () => {
  test('locks only the user name and address that a limit refused @main', async ({
    page,
    open,
  }) => {
    const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
    await open({
      phase: signedOut,
      info: withoutForgotLink,
      replies: { forgot: [{ result: { ok: false, failure } }] },
    });
    await openForgot(page);
    await fillForgot(page);
    await button(page, 'Send link').click();
    await expect(button(page, 'Try again in 15:00')).toBeVisible();
    await userName(page).fill('nora');
    await expect(button(page, 'Send link')).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('sends user name and e-mail address, then explains where to find the e-mail', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut, info: withoutForgotLink });
    await openForgot(page);
    await userName(page).fill('anna');
    await email(page).fill(' anna@studio.example ');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
    await expect(page.getByText('anna@studio.example')).toBeVisible();
    await expect(page.getByText(/Nothing after ten minutes/)).toBeVisible();
    await expect(button(page, 'Get in touch at northwind.example')).toBeVisible();
    expect(await bridge.inputsOf('forgot')).toEqual([
      { username: 'anna', email: 'anna@studio.example' },
    ]);
    await button(page, 'Sign in').click();
    await expect(userName(page)).toHaveValue('anna');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('keeps the input for "Send again"', async ({ page, open }) => {
    await open({ phase: signedOut, info: withoutForgotLink });
    await submitForgot(page);
    await button(page, 'Send again').click();
    await expect(userName(page)).toHaveValue('anna');
    await expect(email(page)).toHaveValue('anna@studio.example');
  });

  test('opens the reset page of the brand instead of the form', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await button(page, 'Forgot password?').click();
    expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'forgot' }]);
    await expect(button(page, 'Sign in')).toBeVisible();
  });

  for (const [where, rest] of [
    ['password reset is off', { info: { accounts: { ...demoInfo.accounts, forgot: false } } }],
    ['the service lacks it', { session: { unsupported: ['forgot'] } }],
  ] as const)
    test(`hides the entry when ${where}`, async ({ page, open }) => {
      const info = { ...withoutForgotLink, ...('info' in rest ? rest.info : {}) };
      await open({ phase: signedOut, ...rest, info });
      await expect(button(page, 'Sign in')).toBeVisible();
      await expect(button(page, 'Forgot password?')).toHaveCount(0);
    });

  test('shows each refusal at its field and keeps the user name', async ({ page, open }) => {
    await open({
      phase: signedOut,
      info: withoutForgotLink,
      replies: {
        forgot: [
          refusal('forgot-user-unknown'),
          refusal('email-wrong'),
          refusal('email-missing'),
          refusal('mail-unavailable'),
        ],
      },
    });
    await submitForgot(page);
    await expect(page.getByRole('alert')).toHaveText(/No account has this user name/);
    await expect(userName(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/isn't the account's e-mail address/);
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('has no e-mail address');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText("The service can't send e-mails");
    await expect(button(page, 'Get in touch at northwind.example')).toBeVisible();
    await expect(userName(page)).toHaveValue('anna');
  });

  test('reports invalid input beside its field and sends nothing', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut, info: withoutForgotLink });
    await openForgot(page);
    for (const [name, address, words] of [
      ['', '', 'Enter your user name.'],
      ['x'.repeat(71), 'a@b.example', /1 to 70 characters/],
      ['an\u0007na', 'a@b.example', /1 to 70 characters/],
      ['anna', '', 'Enter your e-mail address.'],
      ['anna', '<b>anna</b>@b.example', /isn't an e-mail address/],
    ] as const) {
      await userName(page).fill(name);
      await email(page).fill(address);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(words);
    }
    expect(await bridge.inputsOf('forgot')).toEqual([]);
    await fillForgot(page);
    await userName(page).fill('مريم 😀');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    expect(await bridge.inputsOf('forgot')).toEqual([
      { username: 'مريم 😀', email: 'anna@studio.example' },
    ]);
  });
});

test.describe('changing the user name', () => {
  const account = { ...ready.account, username: 'nora' };
  const signedInAsNora = sessionOf({ ...ready, account }, { revision: 3 });

  test('warns about the sign-out, then returns to the screen after signing in again', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, replies: { changeUsername: ['hold'] } });
    await openNewName(page);
    await expect(page.getByText(/Changing it signs you out/)).toBeVisible();
    await expect(page.getByRole('form')).toHaveAccessibleDescription(/Your user name is anna/);
    await newName(page).fill('nora');
    await page.keyboard.press('Enter');
    // The change signs the user out: the form stays until the result arrives.
    await bridge.publish(sessionOf({ ...signedOut, username: 'nora' }, { revision: 2 }));
    await expect(newName(page)).toBeVisible();
    await expect(page.getByText('Your user name is anna.')).toBeVisible();
    await bridge.publish(signedInAsNora);
    await bridge.answer('changeUsername', { ok: true, value: null });
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account of nora' })).toBeVisible();
    expect(await bridge.inputsOf('changeUsername')).toEqual([{ newUsername: 'nora' }]);
  });

  test('fills in the new name when no sign-in is saved', async ({ page, open }) => {
    const then = sessionOf({ ...signedOut, username: 'nora' }, { revision: 2 });
    await open({
      phase: ready,
      replies: { changeUsername: [{ result: { ok: true, value: null }, then }] },
    });
    await submitNewName(page);
    await expect(userName(page)).toHaveValue('nora');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('keeps the form and focuses the field when the new name is taken', async ({
    page,
    open,
  }) => {
    const failure = failureOf({ code: 'new-username-taken' });
    await open({ phase: ready, replies: { changeUsername: [{ result: { ok: false, failure } }] } });
    await submitNewName(page);
    await expect(page.getByRole('alert')).toHaveText(/This user name is taken/);
    await expect(newName(page)).toBeFocused();
    await expect(newName(page)).toHaveValue('nora');
  });

  test('reports an invalid new name and sends nothing', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await openNewName(page);
    for (const [typed, words] of [
      ['', 'Enter a new user name.'],
      [' anna ', "That's already your user name."],
      ['x'.repeat(71), /1 to 70 characters/],
      ['no\u0000ra', /1 to 70 characters/],
    ] as const) {
      await newName(page).fill(typed);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(words);
    }
    expect(await bridge.inputsOf('changeUsername')).toEqual([]);
  });

  test('does not repeat the progress text of the button below it', async ({ page, open }) => {
    await open({
      phase: ready,
      session: { step: 'changing-name' },
      replies: { changeUsername: ['hold'] },
      stoppedClock: true,
    });
    await submitNewName(page);
    await page.clock.runFor(2100);
    await expect(page.locator('main').getByText('Changing your name…')).toHaveCount(1);
    await expect(page.locator('.wait-line')).toHaveText('Waiting for the service…Cancel');
  });

  const byKey = { ...ready, account: { ...ready.account, byKey: true } } as const;
  for (const [where, given] of [
    ['the user signed in with a key alone', { phase: byKey }],
    [
      'password reset is off',
      { phase: ready, info: { accounts: { ...demoInfo.accounts, changeUsername: false } } },
    ],
    ['the service lacks it', { phase: ready, session: { unsupported: ['changeUsername'] } }],
  ] as const)
    test(`hides the entry when ${where}`, async ({ page, open }) => {
      await open(given);
      await openSettings(page, 'Account');
      await expect(button(page, 'Sign out')).toBeVisible();
      await expect(button(page, 'Change user name')).toHaveCount(0);
    });

  test('closes the form when the user is signed out', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await openNewName(page);
    await bridge.publish(sessionOf(signedOut, { revision: 2 }));
    await expect(button(page, 'Sign in')).toBeVisible();
  });
});
