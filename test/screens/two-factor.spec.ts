// Two-factor sign-in on the page: the QR code in every theme and size, results, and removal of the
// secret.
import type { Page } from '@playwright/test';
import { openScan, openSettings, openTurnOff, openTurnOn, submitCode } from '../gallery/picture.ts';
import { scanQr } from '../support/scan-qr.ts';
import { demoInfo, failureOf, offer, offered, ready, signedOut, withTwoFactor } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.locator('main');
/** Whether the page contains the secret, grouped or not. */
const secretIn = async (page: Page): Promise<boolean> =>
  (await page.content()).replaceAll(/[^A-Z0-9]/g, '').includes(offer.secret);

test('shows a QR code that scans in light, dark, forced colours and at 200% @main', async ({
  page,
  open,
}) => {
  await open({ phase: withTwoFactor(false), replies: offered });
  await openScan(page);
  for (const [colorScheme, forcedColors, size] of [
    ['light', 'none', '100%'],
    ['dark', 'none', '200%'],
    ['dark', 'active', '100%'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.evaluate((fontSize) => {
      document.documentElement.style.setProperty('font-size', fontSize);
    }, size);
    const read = new URL((await scanQr(page)) ?? `none: ${colorScheme}, ${forcedColors}, ${size}`);
    expect(read.searchParams.get('secret')).toBe(offer.secret);
    expect(decodeURIComponent(read.pathname)).toBe('/Northwind Studio:anna');
  }
});

test.describe('copying', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('groups the secret by four, shows the time left and copies the secret without spaces', async ({
    page,
    open,
  }) => {
    await open({ phase: withTwoFactor(false), replies: offered });
    await openScan(page);
    const groups = (await page.locator('.secret').innerText()).trim().split(/\s+/);
    expect(groups.every((group) => group.length === 4)).toBe(true);
    expect(groups.join('')).toBe(offer.secret);
    await expect(page.getByRole('timer')).toHaveText('Time left: 5:00');
    await button(page, 'Copy setup key').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(offer.secret);
  });
});

test('turns on with a valid code and removes the secret from the page', async ({ page, open }) => {
  const then = sessionOf(withTwoFactor(true), { revision: 2 });
  const bridge = await open({
    phase: withTwoFactor(false),
    replies: { ...offered, turnOnTwoFactor: [{ result: { ok: true, value: null }, then }] },
  });
  await openScan(page);
  expect(await secretIn(page)).toBe(true);
  await button(page, 'Continue').click();
  expect(await secretIn(page)).toBe(false);
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await submitCode(page);
  await expect(main(page).getByText('Two-factor sign-in is on', { exact: true })).toBeVisible();
  await expect(main(page).getByText('On', { exact: true })).toBeVisible();
  expect(await bridge.inputsOf('turnOnTwoFactor')).toEqual([{ code: '042917' }]);
  expect(await secretIn(page)).toBe(false);
});

test('turns off with a code', async ({ page, open }) => {
  const then = sessionOf(withTwoFactor(false), { revision: 2 });
  const bridge = await open({
    phase: withTwoFactor(true),
    replies: { turnOffTwoFactor: [{ result: { ok: true, value: null }, then }] },
  });
  await openTurnOff(page);
  await submitCode(page);
  await expect(main(page).getByText('Two-factor sign-in is off', { exact: true })).toBeVisible();
  await expect(main(page).getByText('Off', { exact: true })).toBeVisible();
  expect(await bridge.inputsOf('turnOffTwoFactor')).toEqual([{ code: '042917' }]);
});

test('mentions no password to a user who signed in with only a key', async ({ page, open }) => {
  const phase = withTwoFactor(true);
  await open({ phase: { ...phase, account: { ...phase.account, byKey: true } } });
  await openTurnOff(page);
  await expect(main(page)).toContainText("You'll then sign in with only your key.");
  await expect(main(page)).not.toContainText('password');
});

test('removes the secret and stays off when the user leaves the setup', async ({ page, open }) => {
  const bridge = await open({ phase: withTwoFactor(false), replies: offered });
  await openTurnOn(page);
  // Escape leads from the code to the QR code, and from there to the settings.
  await page.keyboard.press('Escape');
  expect(await secretIn(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(main(page).getByText("Two-factor sign-in wasn't turned on")).toBeVisible();
  await expect(main(page).getByText('Off', { exact: true })).toBeVisible();
  expect(await secretIn(page)).toBe(false);
  expect(await bridge.inputsOf('turnOnTwoFactor')).toEqual([]);
  // Starting again requests a new offer.
  await button(page, 'Turn on two-factor sign-in').click();
  await button(page, 'Continue').waitFor();
  expect(await bridge.inputsOf('offerTwoFactor')).toHaveLength(2);
});

test('removes the secret after five minutes and offers a new one', async ({ page, open }) => {
  await open({ phase: withTwoFactor(false), replies: offered, stoppedClock: true });
  await openScan(page);
  await page.clock.runFor(298_000);
  expect(await secretIn(page)).toBe(true);
  await page.clock.runFor(2000);
  await expect(page.getByText('This QR code has expired')).toBeVisible();
  expect(await secretIn(page)).toBe(false);
  await expect(page.getByRole('heading', { name: 'Turn on two-factor sign-in' })).toBeFocused();
  await expect(button(page, 'Show a new QR code')).toBeVisible();
});

test('offers no new QR code if two-factor sign-in is already on', async ({ page, open }) => {
  const failure = failureOf({ code: 'two-factor-on' });
  await open({
    phase: withTwoFactor(false),
    replies: { offerTwoFactor: [{ result: { ok: false, failure } }] },
  });
  await openSettings(page, 'Security');
  await button(page, 'Turn on two-factor sign-in').click();
  await expect(page.getByRole('alert')).toContainText('already on');
  await expect(button(page, 'Show a new QR code')).toHaveCount(0);
  await button(page, 'Back').click();
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible();
});

test('ends the setup when the service reports an expired secret', async ({ page, open }) => {
  const failure = failureOf({ code: 'two-factor-expired' });
  await open({
    phase: withTwoFactor(false),
    replies: { ...offered, turnOnTwoFactor: [{ result: { ok: false, failure } }] },
  });
  await openTurnOn(page);
  await submitCode(page);
  await expect(page.getByText('This QR code has expired')).toBeVisible();
  expect(await secretIn(page)).toBe(false);
});

for (const [failure, title] of [
  [failureOf({ code: 'two-factor-unproven', target: 'on' }), "The change wasn't confirmed"],
  [failureOf({ code: 'interrupted' }), 'The connection was interrupted'],
] as const)
  test(`shows the state as Unknown, neither On nor Off, after ${failure.code}`, async ({
    page,
    open,
  }) => {
    const then = sessionOf(ready, { revision: 2 });
    await open({
      phase: withTwoFactor(false),
      replies: { ...offered, turnOnTwoFactor: [{ result: { ok: false, failure }, then }] },
    });
    await openTurnOn(page);
    await submitCode(page);
    await expect(page.getByText(title)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(main(page).getByText('Two-factor sign-in may have changed')).toBeVisible();
    await expect(main(page).getByText('Unknown', { exact: true })).toBeVisible();
    await expect(main(page).getByText(/^(On|Off)$/)).toHaveCount(0);
  });

test('removes the secret from the page on sign-out', async ({ page, open }) => {
  const bridge = await open({ phase: withTwoFactor(false), replies: offered });
  await openScan(page);
  await bridge.publish(sessionOf(signedOut, { revision: 2 }));
  await expect(button(page, 'Sign in')).toBeVisible();
  expect(await secretIn(page)).toBe(false);
});

for (const [where, given] of [
  ['the feature is off', { info: { accounts: { ...demoInfo.accounts, twoFactor: false } } }],
  ['the service lacks it', { session: { unsupported: ['twoFactor'] } }],
] as const)
  test(`is hidden if ${where}`, async ({ page, open }) => {
    await open({ phase: withTwoFactor(false), ...given });
    await openSettings(page, 'Security');
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toHaveCount(0);
  });

test('cannot be changed while the program runs, and explains why', async ({ page, open }) => {
  const bridge = await open({ phase: { ...withTwoFactor(false), kind: 'running' } });
  await openSettings(page, 'Security');
  await button(page, 'Turn on two-factor sign-in').dispatchEvent('click');
  const part = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(part.getByText('Close Northwind Studio first.')).toBeVisible();
  expect(await bridge.inputsOf('offerTwoFactor')).toEqual([]);
});
