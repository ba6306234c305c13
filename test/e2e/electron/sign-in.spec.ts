// Sign-in through the real window: passwords, one-time codes, invalid input, and screens of refused
// accounts.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import type {} from '../../../src/renderer/window.d.ts';
import { brandName, test } from '../../support/electron-app.ts';
import { fillSignIn, signIn } from '../../support/electron-steps.ts';

test('signs in, shows the subscription and signs out @main', async ({ open, service, picture }) => {
  await service.addVariable('announcement', 'Maintenance on Sunday, 02:00 to 03:00.', false);
  const user = await service.addUser({ username: 'anna', subscription: { days: 113 } });
  const { page } = await open({ config: { announcementVariable: 'announcement' } });
  await expect(page.getByLabel(english.signIn.username)).toBeFocused();
  await picture(page, 'sign-in');
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  await expect(page.getByText('Pro', { exact: true })).toBeVisible();
  await expect(page.getByText('Maintenance on Sunday, 02:00 to 03:00.')).toBeVisible();
  await picture(page, 'ready');

  await page.getByRole('button', { name: fill(english.account.button, { name: 'anna' }) }).click();
  await picture(page, 'account-menu');
  await page.getByRole('menuitem', { name: english.account.signOut }).click();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
});

test('signs in with the dark theme', async ({ open, service, picture }) => {
  const user = await service.addUser({ username: 'anna', subscription: { days: 2 } });
  const { page } = await open({ colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await picture(page, 'sign-in-dark');
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  await picture(page, 'ready-dark');
});

test('keeps the user name and focuses the password after a wrong password @main', async ({
  open,
  service,
  picture,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const { page } = await open();
  await signIn(page, { ...user, password: 'not the password' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Incorrect user name or password');
  await expect(page.getByLabel(english.signIn.username)).toHaveValue('anna');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await picture(page, 'wrong-password');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('rejects a wrong one-time code and accepts the correct one @main', async ({
  open,
  service,
  picture,
}) => {
  const user = await service.addUser({ username: 'theo', totp: true });
  const secret = user.totpSecret ?? '';
  const { page } = await open();
  await signIn(page, user);
  const code = page.getByLabel(english.code.label);
  await expect(code).toBeFocused();
  await expect(page.getByText('theo')).toBeVisible();
  await picture(page, 'one-time-code');

  // Avoids the three codes that are valid now.
  const right = [-30_000, 0, 30_000].map((off) => service.totpCode(secret, Date.now() + off));
  const wrong = ['111111', '222222', '333333', '444444'].find((text) => !right.includes(text));
  await code.fill(wrong ?? '');
  await expect(page.getByRole('alert')).toContainText('That code is incorrect');
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();
  await picture(page, 'wrong-code');

  // As typed or pasted by users: grouped, with digits of another script.
  const arabic = service
    .totpCode(secret)
    .replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
  await code.fill(`${arabic.slice(0, 3)} ${arabic.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('clears the password on Back from the code step', async ({ open, service }) => {
  const user = await service.addUser({ totp: true });
  const { page } = await open();
  await signIn(page, user);
  await page.getByRole('button', { name: english.code.back }).click();
  await expect(page.getByLabel(english.signIn.username)).toHaveValue(user.username);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('sends passwords with special characters unchanged', async ({ open, service }) => {
  const password = ' &type=upgrade#%00 "\'<b>\u{1F511} \u05E9\u05DC\u05D5\u05DD é\u0301+';
  const user = await service.addUser({ password });
  const { page } = await open();
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
});

test('rejects empty input, control characters and one megabyte', async ({ open, service }) => {
  const user = await service.addUser();
  const { page, output } = await open();
  for (const [username, password] of [
    ['', 'x'],
    [user.username, ''],
    ['a\u0007b', 'x'],
    [user.username, 'x'.repeat(1024 * 1024)],
  ] as const) {
    await fillSignIn(page, { username, password });
    await page.getByRole('button', { name: english.signIn.submit }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  }
  // Calls the bridge directly, without the form.
  const answer = await page.evaluate(() => {
    const username = 'x'.repeat(1024 * 1024);
    return window.loader?.signIn({ username, password: 'x', remember: false });
  });
  expect(answer).toMatchObject({ failure: { code: 'invalid-input', fields: [] } });
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  expect(output()).not.toContain('xxxxxxxx');
});

for (const [name, subscription, banned, title] of [
  ['expired', 'expired', undefined, english.expired.title],
  ['never subscribed', 'none', undefined, english.never.title],
  ['paused', 'paused', undefined, english.paused.title],
  ['banned', { days: 3 }, 'chargeback', english.banned.user.title],
] as const)
  test(`shows a separate screen for an account that is ${name}`, async ({
    open,
    service,
    picture,
  }) => {
    const user = await service.addUser({
      username: 'erin',
      subscription,
      ...(banned === undefined ? {} : { banned }),
    });
    const { page } = await open();
    await signIn(page, user);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await picture(page, `state-${name.replace(' ', '-')}`);
  });

for (const [name, settings, title] of [
  ['update-required', { version: '2.0' }, english.update.title],
  ['app-paused', { paused: true }, fill(english.appPaused.title, { brand: brandName })],
  ['app-disabled', { enabled: false }, fill(english.appDisabled.title, { brand: brandName })],
] as const)
  test(`shows a separate screen for ${name}`, async ({ open, service, picture }) => {
    await service.setApp(settings);
    const { page } = await open();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await picture(page, `state-${name}`);
  });
