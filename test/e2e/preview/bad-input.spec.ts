// Unusual input: the preview accepts it unchanged or rejects it with a message, and never crashes
// or truncates.
import type { Page } from '@playwright/test';
import { expect, heading, launchButton, paste, signIn, test } from './preview.ts';

const megabyte = 'x'.repeat(1024 * 1024);
const nameRule = 'A user name has 1 to 70 characters on one line.';
const passwordRule = 'A password has 1 to 1,024 characters on one line.';

const password = (loader: Page) => loader.getByLabel('Password', { exact: true });

test('names and focuses the missing field', async ({ loader }) => {
  await loader.getByRole('button', { name: 'Sign in' }).click();
  await expect(loader.getByRole('alert')).toHaveText('Enter your user name.');
  await expect(loader.getByLabel('User name')).toBeFocused();
  await loader.getByLabel('User name').fill('anna');
  await loader.getByRole('button', { name: 'Sign in' }).click();
  await expect(loader.getByRole('alert')).toHaveText('Enter your password.');
  await expect(password(loader)).toBeFocused();
});

for (const [what, username, secret, rule] of [
  ['a user name of 1 MB', megabyte, 'pw', nameRule],
  ['a password of 1 MB', 'anna', megabyte, passwordRule],
  ['a control character in the user name', 'an\u0007na', 'pw', nameRule],
  ['a control character in the password', 'anna', 'p\u001bw', passwordRule],
] as const)
  test(`rejects ${what} with a message`, async ({ loader }) => {
    await signIn(loader, { username, password: secret });
    await expect(loader.getByRole('alert')).toHaveText(rule);
  });

for (const [what, words] of [
  ['emoji', '🔑👩‍👩‍👧‍👦 ключ'],
  ['right-to-left text', 'סיסמה \u202e עם כיוון'],
  ['URL separators', 'a&type=upgrade#?=%20+%00b'],
  ['outer spaces', '  two spaces  '],
  ['quotation marks and markup', `"'<b>&amp;</b>\\`],
] as const)
  test(`sends a password with ${what} unchanged`, async ({ loader, service }) => {
    const user = await service.addUser({ password: words });
    await signIn(loader, user);
    await expect(launchButton(loader)).toBeVisible();
  });

test('signs in with a trimmed user name in another script', async ({ loader, service }) => {
  const user = await service.addUser({ username: 'משתמש 😀' });
  await signIn(loader, { ...user, username: `  ${user.username} ` });
  await expect(launchButton(loader)).toBeVisible();
});

test('rejects a key of 1 MB with a message', async ({ loader }) => {
  await loader.getByRole('button', { name: 'Have a license key?' }).click();
  await paste(loader, 'License key', megabyte);
  await loader.getByRole('button', { name: 'Redeem on your account' }).click();
  await expect(loader.getByRole('alert')).toBeVisible();
  await expect(heading(loader, 'Your key')).toBeVisible();
});

test('reports a key in another script as not found', async ({ loader, service }) => {
  const user = await service.addUser();
  await loader.getByRole('button', { name: 'Have a license key?' }).click();
  await loader.getByLabel('License key').fill('🔑&type=login#ключ');
  await loader.getByRole('button', { name: 'Redeem on your account' }).click();
  await loader.getByLabel('User name').fill(user.username);
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(loader.getByRole('alert')).toContainText("This key wasn't found");
});

for (const [what, write] of [
  ['spaces and dashes', (code: string) => ` ${code.slice(0, 3)} - ${code.slice(3)} `],
  [
    'Arabic digits',
    (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ],
] as const)
  test(`accepts a code with ${what}`, async ({ loader, service }) => {
    const user = await service.addUser({ totp: true });
    await signIn(loader, user);
    const code = write(service.totpCode(user.totpSecret ?? ''));
    await loader.getByLabel('Six-digit code').pressSequentially(code);
    await expect(launchButton(loader)).toBeVisible();
  });

test('rejects codes with letters, too few or too many digits, and 1 MB', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ totp: true });
  await signIn(loader, user);
  const code = loader.getByLabel('Six-digit code');
  await code.pressSequentially('abc');
  await expect(loader.getByRole('alert')).toHaveText('A code has only digits.');
  for (const digits of ['12345', '1234567', '1'.repeat(1024 * 1024)]) {
    await code.fill(digits);
    await loader.keyboard.press('Enter');
    await expect(loader.getByRole('alert')).toContainText('A code has six digits');
  }
});
