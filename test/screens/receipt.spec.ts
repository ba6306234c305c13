// Results of a redeem: the receipt, its next step, a key already on the account, and limits on
// attempts.
import type { Page } from '@playwright/test';
import type { Receipt } from '../../src/shared/receipt.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';
import { anna, bareReceipt, dayMs, failureOf, nowMs, ready, report, signedOut } from './samples.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const receipt: Receipt = {
  ...bareReceipt,
  subscription: 'Pro',
  addedSeconds: durationSeconds.parse(30 * 86_400),
  expiresAt: Date.UTC(2027, 3, 13, 12),
  previousExpiresAt: Date.UTC(2027, 2, 14, 12),
};
const done = { result: { ok: true, value: null } } as const;
const redeemed = (value: Receipt) => ({ redeem: [{ result: { ok: true, value } as const }] });
const expired = {
  kind: 'no-subscription',
  cause: 'expired',
  username: 'anna',
  lapsed: [],
  report,
} as const;

async function redeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Redeem a key' }).click();
  await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');
  await page.keyboard.press('Enter');
}

test.describe('the receipt', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('shows subscription, old and new end dates, account, masked key and time', async ({
    page,
    open,
  }) => {
    await open({ phase: ready, replies: redeemed(receipt) });
    await redeem(page);
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeFocused();
    await expect(page.locator('.state .sheet')).toHaveText(
      'Prountil 13 April 2027Previously until 14 March 2027.',
    );
    await expect(page.locator('.state .lead')).toHaveText('Redeemed on the account anna.');
    await expect(page.locator('.state .facts')).toHaveText(
      'KeyNWND-••••-91KDRedeemed21 November 2026 at 09:00',
    );
    await expect(page.locator('body')).not.toContainText('7F3Q');
    await page.getByRole('button', { name: 'Copy receipt' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Northwind Studio\nPro · 30 days\nuntil 13 April 2027\nPreviously until 14 March 2027.\nAccount: anna\nKey: NWND-••••-91KD\nRedeemed: 21 November 2026 at 09:00',
    );
  });

  test('shows a missing end date after the next subscription check', async ({ page, open }) => {
    const asking = { ...ready, account: { ...anna.account, dates: 'asking' } } as const;
    const bare = { ...bareReceipt, subscription: 'Pro' };
    const bridge = await open({ phase: asking, replies: redeemed(bare) });
    await redeem(page);
    const sheet = page.locator('.state .sheet');
    await expect(sheet).toHaveText('Pro');
    await bridge.publish(sessionOf(ready, { revision: 2 }));
    await expect(sheet).toHaveText('Prountil 14 March 2027');
    const outdated = { ...ready, account: { ...anna.account, dates: 'outdated' } } as const;
    await bridge.publish(sessionOf(outdated, { revision: 3 }));
    await expect(sheet).toHaveText('Pro');
    await expect(page.getByText('Sign in again to see the date.')).toBeVisible();
  });

  test('launches the program and reports a launch failure on the receipt', async ({
    page,
    open,
  }) => {
    const failure = failureOf({ code: 'app-missing' });
    const running = sessionOf({ ...ready, kind: 'running' }, { revision: 2 });
    const bridge = await open({
      phase: ready,
      replies: {
        ...redeemed(receipt),
        launch: [{ result: { ok: false, failure } }, { ...done, then: running }],
      },
    });
    await redeem(page);
    const launch = page.getByRole('button', { name: 'Launch' });
    await expect(page.locator('.filled')).toHaveText('Launch');
    await launch.click();
    await expect(page.getByRole('alert')).toContainText("wasn't found");
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
    await launch.click();
    await expect(page.getByText('Northwind Studio is running').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toHaveCount(0);
    expect(await bridge.inputsOf('launch')).toHaveLength(2);
  });

  test('launches by Enter, and moves nothing when the program closes', async ({ page, open }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    const phase = { ...ready, kind: 'running' } as const;
    const bridge = await open({ phase, replies: { ...redeemed(receipt), launch: [done] } });
    await redeem(page);
    await expect(page.locator('.filled')).toHaveText('Done');
    await page.evaluate(watchShifts);
    await shiftsOf(page);
    await bridge.publish(sessionOf(ready, { revision: 2 }));
    await expect(page.locator('.filled')).toHaveText('Launch');
    expect(await shiftsOf(page)).toEqual([]);
    await expect(page.getByRole('heading', { name: '30 days added' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => bridge.inputsOf('launch')).toHaveLength(1);
  });

  test('offers Done, Launch or Sign in as the phase changes', async ({ page, open }) => {
    const bridge = await open({ phase: expired, replies: redeemed(receipt) });
    await redeem(page);
    await expect(page.locator('.filled')).toHaveText('Done');
    await bridge.publish(sessionOf(ready, { revision: 2 }));
    await expect(page.locator('.filled')).toHaveText('Launch');
    await bridge.publish(sessionOf({ ...signedOut, username: 'anna' }, { revision: 3 }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('User name')).toHaveValue('anna');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });
});

test('reports a key already on the account without an alert @main', async ({ page, open }) => {
  const failure = failureOf({
    code: 'key-used',
    usedByYou: true,
    expiresAt: nowMs + 113 * dayMs,
    afterLostAnswer: false,
  });
  await open({ phase: ready, replies: { redeem: [{ result: { ok: false, failure } }] } });
  await redeem(page);
  const heading = page.getByRole('heading', { name: "You've already redeemed this key" });
  await expect(heading).toBeFocused();
  await expect(page.getByText("It's on your account anna.")).toBeVisible();
  await expect(page.getByText('14 March 2027', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('7F3A-')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redeem another' }).click();
  await expect(page.getByLabel('License key')).toHaveValue('');
  await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
});

test.describe('attempts', () => {
  const minute = 60_000;

  test('are counted after a wrong password, next to "Forgot password?"', async ({ page, open }) => {
    const failure = failureOf({ code: 'bad-credentials', triesLeft: 2, retryAt: null });
    await open({ phase: signedOut, replies: { signIn: [{ result: { ok: false, failure } }] } });
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'Incorrect user name or password. 2 attempts left before you have to wait.',
    );
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeInViewport();
  });

  test('are refused during a lockout, and the disabled button explains why', async ({
    page,
    open,
  }) => {
    const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 15 * minute });
    const bridge = await open({
      phase: signedOut,
      replies: { signIn: [{ result: { ok: false, failure } }] },
      stoppedClock: true,
    });
    const button = page.locator('.submit .button');
    const colour = () => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    const awake = await colour();
    await page.getByLabel('User name').fill('anna');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('open sesame');
    await page.keyboard.press('Enter');
    await page.clock.runFor(200);
    await expect(button).toHaveText(/^Try again in 14:5\d$/);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(await colour()).not.toBe(awake);
    const said = 'Too many attempts. Try again at 09:15.';
    await expect(page.getByRole('alert')).toHaveText(said);
    await password.fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText(said);
    await expect(page.locator('.form').getByText(said)).toHaveCount(1);
    await expect(password).toHaveValue('open sesame');
    await page.getByRole('status').evaluate((region) => (region.textContent = ''));
    await button.click({ force: true });
    await expect(page.getByRole('status')).toContainText(said);
    expect(await bridge.inputsOf('signIn')).toHaveLength(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(15 * minute);
    await expect(page.locator('.not-yet')).toHaveCount(0);
    await expect(button).toHaveText('Sign in');
    expect(await colour()).toBe(awake);
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('signIn')).toHaveLength(2);
  });
});
