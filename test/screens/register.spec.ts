// Account creation with a key: input rules, refusals, and preserved input.
import type { Page } from '@playwright/test';
import { chooseKeyAction, fillNewAccount, sampleKey as key } from '../gallery/picture.ts';
import { demoInfo, failureOf, keyUsed, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const done = {
  result: { ok: true, value: null },
  then: sessionOf(ready, { revision: 2 }),
} as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const keyField = (page: Page) => page.getByLabel('License key');
const userName = (page: Page) => page.getByLabel('User name');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

test('creates an account from key, name and password in three clicks @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, replies: { register: [done] } });
  await button(page, 'Have a license key?').click();
  await keyField(page).fill(key);
  await button(page, 'Create an account').click();
  await fillNewAccount(page);
  await button(page, 'Create account').click();
  await expect(button(page, 'Launch')).toBeVisible();
  expect(await bridge.inputsOf('register')).toEqual([
    { username: 'anna', password: 'correct horse', key, email: null, remember: false },
  ]);
});

test('describes the rules before input, and warns of weak passwords without praising others', async ({
  page,
  open,
}) => {
  await open({ phase: signedOut });
  await chooseKeyAction(page, 'Create an account');
  await expect(userName(page)).toHaveAccessibleDescription(/Up to 70 characters/);
  await expect(password(page)).toHaveAccessibleDescription(/Up to 1,024 characters/);
  await userName(page).fill('nora');
  for (const [typed, words] of [
    ['horse', /^Too short/],
    ['aaaaaaaaaaaaaaaaaaaa', /^Easy to guess/],
    ['i am Nora and so on', /^Easy to guess/],
    ['correct horse battery', /^Up to/],
    // The main process refuses these two.
    ['password1234', /^Up to/],
    ['qwertyuiop123', /^Up to/],
  ] as const) {
    await password(page).fill(typed);
    await expect(password(page)).toHaveAccessibleDescription(words);
  }
});

test('keeps all other input when the user name is taken', async ({ page, open }) => {
  const failure = failureOf({ code: 'username-taken' });
  const bridge = await open({
    phase: signedOut,
    info: { accounts: { ...demoInfo.accounts, email: 'optional' } },
    replies: { register: [{ result: { ok: false, failure } }, done] },
  });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.getByLabel('E-mail address').fill(' anna@studio.example ');
  await page.getByLabel('Keep me signed in').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/This user name is taken/);
  await expect(userName(page)).toBeFocused();
  await expect(userName(page)).toHaveAttribute('aria-invalid', 'true');
  await userName(page).fill('anna2');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Launch')).toBeVisible();
  const same = { password: 'correct horse', key, email: 'anna@studio.example', remember: true };
  expect(await bridge.inputsOf('register')).toEqual([
    { username: 'anna', ...same },
    { username: 'anna2', ...same },
  ]);
});

test('keeps the password out of the markup', async ({ page, open }) => {
  await open({ phase: signedOut, replies: { register: ['hold'] } });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await button(page, 'Show password').click();
  await button(page, 'Create account').click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(
    'correct horse',
  );
});

test('returns to the key form with a used key and suggests signing in with only the key', async ({
  page,
  open,
}) => {
  await open({ phase: signedOut, replies: { register: [keyUsed] } });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    /already been used.*or sign in with only the key/,
  );
  await expect(keyField(page)).toHaveAttribute('aria-invalid', 'true');
  await keyField(page).fill('NWND-7F3Q-2MXX-91KE');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Create an account').click();
  await expect(userName(page)).toHaveValue('anna');
});

test('does not suggest using a used key alone when that is turned off', async ({ page, open }) => {
  await open({
    phase: signedOut,
    info: { accounts: { ...demoInfo.accounts, keySignIn: false } },
    replies: { register: [keyUsed] },
  });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/account it was redeemed on/);
  await expect(page.getByRole('alert')).not.toHaveText(/alone/);
});

test('goes to the next empty field on Enter, but not to an optional address', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    info: { accounts: { ...demoInfo.accounts, email: 'optional' } },
    replies: { register: [done] },
  });
  await chooseKeyAction(page, 'Create an account');
  await page.keyboard.type('anna');
  await page.keyboard.press('Enter');
  await expect(password(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Launch')).toBeVisible();
  expect(await bridge.inputsOf('register')).toHaveLength(1);
});

test('explains a required address and sends nothing without a valid one', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    info: { accounts: { ...demoInfo.accounts, email: 'required' } },
  });
  await chooseKeyAction(page, 'Create an account');
  const email = page.getByLabel('E-mail address');
  await expect(email).toHaveAccessibleDescription(/if you forget your password/);
  await fillNewAccount(page);
  for (const [typed, words] of [
    ['', 'Enter your e-mail address.'],
    ['anna', /isn't an e-mail address/],
    ['anna@@studio.example', /isn't an e-mail address/],
    ['<b>anna</b>@studio.example', /isn't an e-mail address/],
    [`${'x'.repeat(250)}@a.example`, /isn't an e-mail address/],
  ] as const) {
    await email.fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(email).toBeFocused();
  }
  expect(await bridge.inputsOf('register')).toEqual([]);
});

test('reports invalid input beside its field and sends nothing', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut });
  await chooseKeyAction(page, 'Create an account');
  for (const [name, secret, words] of [
    ['', '', 'Choose a user name.'],
    ['   ', 'correct horse', 'Choose a user name.'],
    ['x'.repeat(71), 'correct horse', /1 to 70 characters/],
    ['an\u0007na', 'correct horse', /1 to 70 characters/],
    ['anna', '', 'Choose a password.'],
    ['anna', 'x'.repeat(1025), /1 to 1,024 characters/],
    ['anna', 'horse\u0000horse', /1 to 1,024 characters/],
  ] as const) {
    await userName(page).fill(name);
    await password(page).fill(secret);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words);
  }
  expect(await bridge.inputsOf('register')).toEqual([]);
});

test('sends names and passwords of any script and full length unchanged', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'username-taken' });
  const bridge = await open({
    phase: signedOut,
    replies: { register: [{ result: { ok: false, failure } }] },
  });
  await chooseKeyAction(page, 'Create an account');
  const typed = [
    ['مريم الزهراء', ' קוד סודי '],
    ['😀'.repeat(35), '🔑'.repeat(512)],
    ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>'],
    ['n'.repeat(70), 'p'.repeat(1024)],
  ] as const;
  for (const [name, secret] of typed) {
    await userName(page).fill(name);
    await password(page).fill(secret);
    await page.keyboard.press('Enter');
    await expect(userName(page)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await bridge.inputsOf('register')).toEqual(
    typed.map(([username, secret]) => ({
      username,
      password: secret,
      key,
      email: null,
      remember: false,
    })),
  );
});

test('sends once on repeated Enter, and warns on Escape that the account may exist', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, replies: { register: ['hold'] } });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('register')).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toHaveText(/account may already exist/);
  await expect(password(page)).toHaveValue('correct horse');
});
