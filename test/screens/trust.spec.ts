// The verification status in the footer and in the shield's panel. Also tests that times follow the
// service's clock and the window language.
import type { Page } from '@playwright/test';
import {
  anna,
  dayMs,
  failureOf,
  nowMs,
  ready,
  signedOut,
  verified,
  withoutForgotLink,
} from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const offline = {
  kind: 'unreachable',
  username: '',
  failure: failureOf({ code: 'offline' }),
} as const;
const year = 365 * dayMs;

const problems = [
  [{ kind: 'unverified' }, 'Service not verified'],
  [{ kind: 'not-reached' }, 'Service not reached'],
  [{ kind: 'refused' }, "Service couldn't be verified"],
] as const;

const shield = (page: Page) => page.getByRole('button', { name: 'What was verified' });

test('shows a status in the footer only when there is a problem @main', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut, session: { trust: null } });
  const footer = page.locator('footer');
  await expect(footer).toHaveText(
    /^LanguageEnglishDeutschHelpOpens https:\/\/northwind.example\/help$/,
  );
  await expect(shield(page)).toHaveCount(0);
  let revision = 1;
  for (const phase of [signedOut, ready, offline]) {
    for (const [trust, words] of problems) {
      revision += 1;
      await bridge.publish(sessionOf(phase, { revision, trust }));
      await expect(footer.locator('.trust')).toHaveText(words);
      await expect(shield(page)).toHaveAccessibleDescription(words);
    }
    revision += 1;
    await bridge.publish(sessionOf(phase, { revision, trust: verified }));
    await expect(footer.locator('.trust')).toHaveCount(0);
    await expect(shield(page)).toHaveAccessibleDescription('Service verified, 4 s ago');
  }
});

test("shows in the shield's panel what was verified, when, with which key and for which host", async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut });
  await shield(page).click();
  const panel = page.getByRole('dialog', { name: 'Service verified' });
  await expect(panel).toContainText('Servicelicenses.northwind.example');
  await expect(panel).toContainText('Last verified4 s ago');
  await expect(panel).toContainText('Signing keye950 735c fbd1 d97e');
  await bridge.publish(sessionOf(signedOut, { revision: 2, trust: { kind: 'refused' } }));
  const refused = page.getByRole('dialog', { name: "Service couldn't be verified" });
  await expect(refused).toContainText('Servicelicenses.northwind.example');
  await expect(refused).not.toContainText('e950');
});

test('closes the panel of the shield with Escape, and leaves the form open', async ({
  page,
  open,
}) => {
  await open({ phase: signedOut, info: withoutForgotLink });
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('User name').fill('anna');
  await shield(page).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Service verified' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(shield(page)).toBeFocused();
  await expect(page.getByLabel('User name')).toHaveValue('anna');
  await page.keyboard.press('Enter');
  await page.locator('main h1').click();
  await expect(panel).toBeHidden();
  await expect(page.getByLabel('User name')).toHaveValue('anna');
});

test('updates the age of the status without announcing it', async ({ page, open }) => {
  await open({
    phase: ready,
    session: { trust: { ...verified, at: nowMs } },
    stoppedClock: true,
  });
  const trust = page.locator('.shield .tip');
  await page.clock.runFor(5000);
  await expect(trust).toHaveText(/, [5-7] s ago$/);
  await page.clock.runFor(150_000);
  await expect(trust).toHaveText('Service verified, 2 min ago');
  const live = '[role=status], [role=alert], [aria-live]';
  expect(await trust.evaluate((element, live) => element.closest(live), live)).toBeNull();
});

test("uses the service's clock for end dates when the local clock is a year fast", async ({
  page,
  open,
}) => {
  const account = {
    ...anna.account,
    subscriptions: anna.account.subscriptions.map((subscription) => ({
      ...subscription,
      startedAt: null,
      expiresAt: nowMs - year + 2.5 * dayMs,
    })),
  };
  const endings = [{ id: 'a'.repeat(32), name: 'Pro', expiresAt: nowMs - year + 2.5 * dayMs }];
  const bridge = await open({
    phase: { ...ready, account },
    session: { clockOffsetMs: year, endings },
  });
  await expect(page.locator('.chip', { hasText: 'Ends in 3 days' })).toHaveCount(2);
  await expect(page.locator('main').getByText('Pro ends in 3 days')).toBeVisible();
  await expect(page.locator('.chip', { hasText: 'Ended' })).toHaveCount(0);
  await bridge.publish(
    sessionOf({ ...ready, account }, { revision: 2, clockOffsetMs: 0, endings }),
  );
  await expect(page.locator('.chip', { hasText: 'Ended' })).toHaveCount(2);
  await expect(page.locator('main').getByText('Pro ends')).toHaveCount(0);
  await bridge.publish(
    sessionOf({ ...ready, account }, { revision: 3, clockOffsetMs: null, endings }),
  );
  await expect(page.locator('.chip', { hasText: 'Ended' })).toHaveCount(0);
  await expect(page.locator('.chip', { hasText: 'Active' })).toHaveCount(2);
  await expect(page.getByText(/left|Ends in/)).toHaveCount(0);
});

test.describe('on a system in another language', () => {
  test.use({ locale: 'ar-EG' });

  test('shows dates, times and numbers in the format of the window language', async ({
    page,
    open,
  }) => {
    const retryAt = nowMs + 15 * 60_000;
    const result = { ok: false, failure: failureOf({ code: 'rate-limited', retryAt }) } as const;
    await open({ phase: ready, replies: { launch: [{ result }] } });
    await expect(page.getByText('until 14 March 2027 · 114 days left')).toBeVisible();
    await page.getByRole('button', { name: 'Launch' }).click();
    await expect(page.getByText('try again at 09:15')).toBeVisible();
    await page.getByRole('button', { name: 'Redeem a key' }).click();
    const key = page.getByLabel('License key');
    await key.focus();
    await key.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'x'.repeat(123_456));
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(page.getByText("That's 123,456 characters")).toBeVisible();
  });
});
