// The sign-in form: password handling, keyboard, progress, input checks, saved sign-ins and
// lockout.
import type { Page } from '@playwright/test';
import { fillSignIn, submitSignIn } from '../gallery/picture.ts';
import { failureOf, signedOut } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const userName = (page: Page) => page.getByLabel('User name');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.locator('button[type=submit]');
const refused = {
  result: {
    ok: false,
    failure: failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }),
  },
} as const;

test('keeps the user name after a refusal and clears and focuses the password @main', async ({
  page,
  open,
}) => {
  await open({ phase: signedOut, replies: { signIn: [refused] } });
  await submitSignIn(page);
  await expect(page.getByRole('alert')).toHaveText(/Incorrect user name or password/);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(userName(page)).toHaveValue('anna');
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
});

test('removes the password from the page while the sign-in is in flight', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, replies: { signIn: ['hold'] } });
  await userName(page).fill('anna');
  await password(page).fill('correct horse');
  await page.getByRole('button', { name: 'Show password' }).click();
  await button(page).click();
  await expect(password(page)).toHaveValue('');
  const traces = await page.evaluate(() => {
    const values = [...document.querySelectorAll('input')].map((input) => input.value);
    return [document.documentElement.outerHTML, ...values].join('\n');
  });
  expect(traces).not.toContain('correct horse');
  expect(await bridge.inputsOf('signIn')).toEqual([
    { username: 'anna', password: 'correct horse', remember: false },
  ]);
});

test(
  'submits once while a sign-in is in flight',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open({ phase: signedOut, replies: { signIn: ['hold'] } });
    await fillSignIn(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await button(page).click({ force: true });
    expect(await bridge.inputsOf('signIn')).toHaveLength(1);
  },
);

test(
  'cancels the sign-in and returns to the form on Escape',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open({ phase: signedOut, replies: { signIn: ['hold'] } });
    await page.keyboard.press('Escape');
    expect(await bridge.inputsOf('cancel')).toHaveLength(0);
    await submitSignIn(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveText(/Stopped/);
    await expect(password(page)).toBeFocused();
    expect(await bridge.inputsOf('cancel')).toHaveLength(1);
  },
);

test('shows more progress over time without resizing the button', async ({ page, open }) => {
  const bridge = await open({
    phase: signedOut,
    session: { step: 'connecting' },
    replies: { signIn: ['hold'] },
    stoppedClock: true,
  });
  await fillSignIn(page);
  const size = await button(page).boundingBox();
  await page.keyboard.press('Enter');
  await page.clock.runFor(350);
  await expect(button(page)).toHaveText('Sign in');
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(100);
  await expect(button(page)).toHaveText('Signing in…');
  const line = page.locator('.wait-line');
  await expect(line.getByText('Connecting to the service…')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.clock.runFor(1600);
  await expect(line.getByText('Connecting to the service…')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Connecting to the service…');
  await bridge.publish(sessionOf(signedOut, { revision: 2, step: 'signing-in' }));
  await expect(line.getByText('Checking user name and password…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(line.getByText('This is taking longer than usual.')).toHaveCount(0);
  await page.clock.runFor(6000);
  await expect(line.getByText('This is taking longer than usual.')).toBeVisible();
  expect(await button(page).boundingBox()).toEqual(size);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await bridge.inputsOf('cancel')).toHaveLength(1);
});

test('reports a missing name or password beside its field and sends nothing @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut });
  await button(page).click();
  await expect(userName(page)).toBeFocused();
  await expect(userName(page)).toHaveAccessibleDescription('Enter your user name.');
  await userName(page).fill('anna');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page).click();
  await expect(password(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Enter your password.');
  expect(await bridge.inputsOf('signIn')).toHaveLength(0);
});

test('reports invalid input without truncating it', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut });
  await password(page).fill('x'.repeat(1025));
  for (const name of ['x'.repeat(100_000), 'x'.repeat(71), 'an\u0007na']) {
    await userName(page).fill(name);
    await button(page).click();
    await expect(page.getByRole('alert')).toHaveText(/1 to 70 characters/);
    await expect(userName(page)).toHaveValue(name);
  }
  await userName(page).fill('anna');
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText(/1 to 1,024 characters/);
  expect(await bridge.inputsOf('signIn')).toHaveLength(0);
});

test('sends every character of a password', async ({ page, open }) => {
  const secret = ' &type=upgrade#%20+🙂 مرور \u200f"\'<b>\\ ';
  const bridge = await open({ phase: signedOut });
  await userName(page).fill('مريم 🙂');
  await password(page).fill(secret);
  await page.keyboard.press('Enter');
  await expect(password(page)).toHaveValue('');
  expect(await bridge.inputsOf('signIn')).toEqual([
    { username: 'مريم 🙂', password: secret, remember: false },
  ]);
});

test('leaves "Keep me signed in" off, describes it and sends it when checked', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut });
  const box = page.getByRole('checkbox', { name: 'Keep me signed in' });
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(
    /user name and password on this computer, encrypted/,
  );
  await box.check();
  await submitSignIn(page);
  expect(await bridge.inputsOf('signIn')).toMatchObject([{ remember: true }]);
});

for (const [reason, words] of [
  ['no-key-store', "can't save accounts safely"],
  ['plaintext-store', 'save accounts unencrypted'],
  ['preview', 'preview'],
] as const)
  test(`disables "Keep me signed in" and explains why: ${reason}`, async ({ page, open }) => {
    await open({ phase: signedOut, info: { remember: { possible: false, reason } } });
    const box = page.getByRole('checkbox', { name: 'Keep me signed in' });
    await expect(box).toBeDisabled();
    await expect(box).toHaveAccessibleDescription(new RegExp(words));
  });

test('shows why a saved sign-in failed until the next attempt', async ({ page, open }) => {
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  await open({
    phase: { kind: 'signed-out', username: 'anna', failure },
    replies: { signIn: ['hold'] },
  });
  await expect(page.getByRole('alert')).toHaveText(/no longer works/);
  await expect(password(page)).toBeFocused();
  await password(page).fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('shows the password on "Show password"', async ({ page, open }) => {
  await open({ phase: signedOut, replies: { signIn: [refused] } });
  const toggle = page.getByRole('button', { name: 'Show password' });
  await password(page).fill('correct horse');
  await toggle.click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password(page)).toHaveValue('correct horse');
});
