// The frame, chart, dialog and small parts of the kit for pages with tables, by keyboard and pointer.
import type { Page } from '@playwright/test';
import { kitTest } from './kit-page.ts';
import { expect } from './screen-page.ts';

const test = kitTest({ path: 'desk.html', heading: 'Licenses' });

const toast = (page: Page) => page.locator('.toasts');
const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

test('skips to the content with the first press of Tab, and keeps the address @main', async ({
  page,
}) => {
  const address = page.url();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeFocused();
  expect(page.url()).toBe(address);
});

test('opens the navigation of a narrow window as a popover', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const button = page.getByRole('button', { name: 'Open the navigation' });
  await expect(nav(page)).toBeHidden();
  await button.press('Enter');
  await expect(nav(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(nav(page).getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nav(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await nav(page).getByRole('link', { name: 'Users' }).click();
  await expect(nav(page)).toBeHidden();
});

test('shows the navigation beside the page as soon as the window is wide', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(page.getByRole('button', { name: 'Open the navigation' })).toBeHidden();
  await expect(nav(page)).toBeVisible();
  expect(await nav(page).evaluate((element) => element.matches(':popover-open'))).toBe(false);
  await expect(nav(page).locator('[aria-current="page"]')).toHaveText('Licenses1,204');
});

test('reads a chart out by arrow keys and by the pointer', async ({ page }) => {
  const chart = page.getByRole('figure', { name: 'Sales per day' });
  const cursor = chart.getByRole('slider', { name: 'Sales per day' });
  const legend = chart.locator('.legend');
  await expect(legend).toHaveText('SoldRefunded');
  await cursor.focus();
  await expect(cursor).toHaveAttribute(
    'aria-valuetext',
    /^30 November 2026: Sold \d+, Refunded \d/,
  );
  await page.keyboard.press('Home');
  await expect(cursor).toHaveAttribute('aria-valuetext', '1 November 2026: Sold 21, Refunded 4');
  await expect(legend).toHaveText('Sold21Refunded41 November 2026');
  await page.keyboard.press('ArrowRight');
  await expect(legend).toContainText('2 November 2026');
  await cursor.blur();
  await expect(legend).toHaveText('SoldRefunded');
  const plot = chart.locator('.plot');
  const { width = 0 } = (await plot.boundingBox()) ?? {};
  await plot.hover({ position: { x: width - 2, y: 20 } });
  await expect(legend).toContainText('30 November 2026');
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await plot.hover({ position: { x: width - 3, y: 20 } });
  await expect(legend).toContainText('1 November 2026');
  await page.getByRole('banner').first().hover();
  await expect(legend).toHaveText('SoldRefunded');
});

test('gives a chart a table with the same data, and few labels', async ({ page }) => {
  const chart = page.getByRole('figure', { name: 'Sign-ins per day' });
  const table = chart.getByRole('table', { name: 'Sign-ins per day' });
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Signed in', 'Refused', 'New']);
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').nth(1)).toHaveText('1 November 202621104');
  for (const width of [375, 900, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const dates = chart.locator('.chart-dates > span');
    await expect(dates.first()).toHaveText('1 Nov');
    await expect(dates.last()).toHaveText('30 Nov');
    expect(await dates.count()).toBeLessThanOrEqual(6);
    expect(await chart.locator('.chart-values > span').count()).toBeLessThanOrEqual(6);
  }
});

test('tells the series of a chart apart without colour', async ({ page }) => {
  const lines = page.getByRole('figure', { name: 'Sign-ins per day' }).locator('.plot .line');
  const dashes = await lines.evaluateAll((all) =>
    all.map((line) => getComputedStyle(line).strokeDasharray),
  );
  expect(new Set(dashes).size).toBe(3);
  const bars = page.getByRole('figure', { name: 'Sales per day' }).locator('.plot path');
  const fills = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('fill')));
  expect(new Set(fills).size).toBe(2);
});

test('moves through a segmented control by arrow keys', async ({ page }) => {
  const group = page.getByRole('group', { name: 'Period' });
  await group.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(group.getByRole('radio', { name: '90 days' })).toBeChecked();
  await expect(group.getByRole('radio', { checked: true })).toHaveCount(1);
});

test('submits the form of a dialog by Enter, and shows its error inside', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Make licenses' });
  const dialog = page.getByRole('dialog', { name: 'Make licenses' });
  await opener.click();
  await expect(dialog).toHaveAccessibleDescription('The keys are shown once they are made.');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number.');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await dialog.getByLabel('Amount').fill('20');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(toast(page)).toHaveText('20 licenses made');
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(toast(page)).toHaveText('20 licenses made');
});

test('ignores a second submit while the first is pending', async ({ page }) => {
  await page.getByRole('button', { name: 'Make licenses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make licenses' });
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('button[type=submit]')).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Amount').fill('20');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(toast(page)).toBeEmpty();
});

test('removes a toast after a while, but not under the pointer', async ({ page }) => {
  await page.clock.install();
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page)).toHaveText('Refunded');
  await toast(page).getByText('Refunded').hover();
  await page.clock.runFor(20_000);
  await expect(toast(page)).toHaveText('Refunded');
  await page.getByRole('banner').first().hover();
  await page.clock.runFor(5000);
  await expect(toast(page)).toHaveText('Refunded');
  await page.clock.runFor(2000);
  await expect(toast(page)).toBeEmpty();
});

test('copies a text and says so, or shows the text if the browser refuses', async ({ page }) => {
  await page.evaluate(() => {
    const writeText = (text: string) => {
      document.title = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  await page.getByRole('button', { name: 'Copy the code' }).press('Enter');
  await expect(page).toHaveTitle('LK-7F3Q-2M');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  await expect(page.getByRole('status').getByText('Copied')).toHaveCount(1);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
  );
  await page.getByRole('button', { name: 'Copy the secret' }).click();
  const field = page.getByLabel('Copy it by hand');
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(
    'whsec-2b7f-91c4-aa03',
  );
});

test('keeps a secret out of the page until it is shown', async ({ page }) => {
  const secret = page.getByRole('group', { name: 'Signing secret' });
  expect(await page.content()).not.toContain('whsec');
  await secret.getByRole('button', { name: 'Show' }).press('Enter');
  await expect(secret.getByText('whsec-2b7f-91c4-aa03')).toBeVisible();
  await secret.getByRole('button', { name: 'Hide' }).press('Enter');
  expect(await page.content()).not.toContain('whsec');
});

test('turns a switch by keyboard, but not a disabled one', async ({ page }) => {
  const paused = page.getByRole('switch', { name: 'Paused' });
  await expect(paused).toHaveAccessibleDescription('Nobody can sign in until you turn this off.');
  await paused.press('Space');
  await expect(paused).toBeChecked();
  await page.getByText('Paused', { exact: true }).click();
  await expect(paused).not.toBeChecked();
  const chat = page.getByRole('switch', { name: 'Chat' });
  await chat.press('Space');
  await expect(chat).toBeChecked();
  await expect(paused).not.toBeChecked();
});
