// The computers, sessions and password in the settings: use by mouse and keyboard, and the command
// that each control sends.
import type { Page } from '@playwright/test';
import {
  ableAccount,
  computerReplies,
  fillChangePassword,
  openChangePassword,
} from '../gallery/computers.ts';
import { openSettings } from '../gallery/picture.ts';
import { failureOf, ready } from './samples.ts';
import { expect, test } from './screen-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const able = { phase: ableAccount, replies: computerReplies } as const;

test.describe('the computers in the settings', () => {
  test('marks this computer and shows the seats in use', async ({ page, open }) => {
    await open(able);
    await openSettings(page, 'Computers');
    const list = region(page, 'Your computers');
    await expect(list).toContainText('2 of 2 in use.');
    await expect(list.getByRole('listitem').nth(1)).toContainText('This computer');
    await expect(list.getByRole('listitem').nth(0)).not.toContainText('This computer');
  });

  test('renames this computer with the keyboard', async ({ page, open }) => {
    const bridge = await open(able);
    await openSettings(page, 'Computers');
    await button(page, 'Rename this computer').press('Enter');
    const field = page.getByLabel('Name of this computer');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Your computers' })).toBeFocused();
    await button(page, 'Rename this computer').click();
    await field.fill('');
    await field.press('Enter');
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await field.fill('x'.repeat(61));
    await expect(page.getByText('Enter at most 60 characters.')).toBeVisible();
    await field.fill('  Studio ');
    await field.press('Enter');
    await expect(field).toHaveCount(0);
    expect(await bridge.inputsOf('renameComputer')).toEqual([{ name: 'Studio' }]);
  });

  test('reports a failure and reads the list again on Try again', async ({ page, open }) => {
    const failed = { result: { ok: false, failure: failureOf({ code: 'offline' }) } } as const;
    const [read] = computerReplies.readComputers;
    await open({ phase: ableAccount, replies: { readComputers: [failed, read] } });
    await openSettings(page, 'Computers');
    const list = region(page, 'Your computers');
    await list.getByRole('button', { name: 'Try again' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });
});

test.describe('the sessions in the settings', () => {
  test('ends one other session', async ({ page, open }) => {
    const bridge = await open(able);
    await openSettings(page, 'Security');
    const list = region(page, "Where you're signed in");
    await expect(list.getByRole('listitem')).toHaveText([
      /^studio-pcThis computerLinux · Loader 5\.2 · Active now$/,
      /^old-laptopWindows 11 · Loader 5\.1 · Last active on 17 November 2026Sign out$/,
      /^Unnamed computerLast active on 12 November 2026Sign out$/,
    ]);
    await button(page, 'Sign out old-laptop').click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    expect(await bridge.inputsOf('endSessions')).toEqual([{ id: 'old' }]);
    await expect(page.getByRole('heading', { name: "Where you're signed in" })).toBeFocused();
  });

  test('ends all other sessions', async ({ page, open }) => {
    const bridge = await open(able);
    await openSettings(page, 'Security');
    await button(page, 'Sign out everywhere else').click();
    expect(await bridge.inputsOf('endSessions')).toEqual([{ id: null }]);
  });

  test('explain before and after the end that a computer with a saved account can sign in again', async ({
    page,
    open,
  }) => {
    await open(able);
    await openSettings(page, 'Security');
    const note = region(page, "Where you're signed in").getByText('can sign in again');
    await expect(note).toBeVisible();
    await button(page, 'Sign out everywhere else').click();
    await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0);
    await expect(note).toBeVisible();
  });
});

test.describe('the password', () => {
  test('is sent with the new password and the code, and the settings report the change', async ({
    page,
    open,
  }) => {
    const bridge = await open(able);
    await openChangePassword(page);
    await fillChangePassword(page);
    await button(page, 'Change password').click();
    await expect(page.locator('main').getByText('Your password has changed')).toBeVisible();
    expect(await bridge.inputsOf('changePassword')).toEqual([
      { password: 'correct horse', newPassword: 'four entirely new words', code: '123456' },
    ]);
  });

  test('has no code field without two-factor sign-in until the service asks for a code', async ({
    page,
    open,
  }) => {
    const failure = failureOf({ code: 'code-needed' });
    const bridge = await open({
      phase: { ...ableAccount, account: { ...ableAccount.account, twoFactor: false } },
      replies: { ...computerReplies, changePassword: [{ result: { ok: false, failure } }] },
    });
    await openChangePassword(page);
    await expect(page.getByLabel('Six-digit code')).toHaveCount(0);
    await page.getByLabel('Current password').fill('correct horse');
    await page.getByLabel('New password').fill('four entirely new words');
    await button(page, 'Change password').click();
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    expect(await bridge.inputsOf('changePassword')).toHaveLength(1);
  });

  test('is checked before anything is sent', async ({ page, open }) => {
    const bridge = await open(able);
    await openChangePassword(page);
    const submit = button(page, 'Change password');
    await submit.click();
    await expect(page.getByText('Enter your current password.')).toBeVisible();
    await page.getByLabel('Current password').fill('correct horse');
    await submit.click();
    await expect(page.getByText('Enter a new password.')).toBeVisible();
    await page.getByLabel('New password').fill('correct horse');
    await submit.click();
    await expect(page.getByText("That's already your password.")).toBeVisible();
    expect(await bridge.inputsOf('changePassword')).toEqual([]);
  });
});

test('a service without these operations shows none of them @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  for (const title of ['Security', 'Computers']) {
    await openSettings(page, title);
    // Closes the page, then the list of pages.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  const names = (await bridge.calls()).map(({ name }) => name);
  expect(names).not.toContain('readComputers');
  expect(names).not.toContain('readSessions');
});
