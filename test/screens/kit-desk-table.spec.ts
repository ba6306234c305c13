// The table of the kit with its search, selection, sorting and pager, by keyboard and pointer.
import type { Page } from '@playwright/test';
import { kitTest } from './kit-page.ts';
import { expect } from './screen-page.ts';

const test = kitTest({ path: 'desk.html', heading: 'Licenses' });

const firstKey = 'NWDEMO-MONTH1-C9P4ZG-W7D2V0';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Licenses', exact: true });
const keysOf = (page: Page) => tableOf(page).locator('.row-link');
const toast = (page: Page) => page.locator('.toasts');

test('opens a row by keyboard, and by a press anywhere on it @main', async ({ page }) => {
  const link = tableOf(page).getByRole('link', { name: firstKey });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveText(`opened ${firstKey}`);
  const third = tableOf(page).getByRole('row').nth(3);
  await third.getByText('Render add-on').click({ force: true });
  await expect(toast(page)).toContainText('opened NWDEMO-MONTH1-C9P4ZG-W7D2V2');
  expect(new URL(page.url()).hash).toBe('');
});

test('leaves presses with a modifier key to the browser', async ({ page }) => {
  await page.evaluate(() =>
    window.addEventListener('click', (event) => {
      document.title = String(event.defaultPrevented);
      event.preventDefault();
    }),
  );
  const link = tableOf(page).getByRole('link', { name: firstKey });
  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect(page).toHaveTitle('false');
  await link.click();
  await expect(page).toHaveTitle('true');
  await expect(toast(page)).toHaveText(`opened ${firstKey}`);
});

test('selects rows without opening them', async ({ page }) => {
  const all = page.getByRole('checkbox', { name: 'Select all licenses' });
  const first = page.getByRole('checkbox', { name: `Select ${firstKey}` });
  const isMixed = () => all.evaluate((box) => (box as HTMLInputElement).indeterminate);
  await first.click();
  await expect(first).toBeChecked();
  await expect(all).not.toBeChecked();
  expect(await isMixed()).toBe(true);
  await all.press('Space');
  await expect(all).toBeChecked();
  expect(await isMixed()).toBe(false);
  await expect(tableOf(page).getByRole('checkbox', { checked: true })).toHaveCount(6);
  await all.press('Space');
  await expect(tableOf(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(toast(page)).toBeEmpty();
});

test('keeps the selection of rows that are not shown', async ({ page }) => {
  const first = page.getByRole('checkbox', { name: `Select ${firstKey}` });
  await first.click();
  const search = page.getByRole('searchbox', { name: 'Search licenses' });
  await search.fill('V1');
  const all = page.getByRole('checkbox', { name: 'Select all licenses' });
  await expect(all).not.toBeChecked();
  await all.click();
  await all.click();
  await search.fill('');
  await expect(first).toBeChecked();
});

test('sorts by the button of a header', async ({ page }) => {
  const header = tableOf(page).getByRole('columnheader', { name: 'Made' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(keysOf(page).first()).toHaveText(firstKey);
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(header.getByRole('button')).toBeFocused();
  await expect(keysOf(page).last()).toHaveText(firstKey);
  await expect(tableOf(page).getByRole('columnheader', { name: 'Plan' })).not.toHaveAttribute(
    'aria-sort',
  );
});

test('keeps old rows while new ones load, and shows placeholders without any', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Loading' }).check();
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'true');
  await expect(keysOf(page)).toHaveCount(5);
  await page.getByRole('searchbox').fill('nothing like this');
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'true');
  await expect(keysOf(page)).toHaveCount(0);
  expect(await tableOf(page).locator('.skeleton').count()).toBeGreaterThan(5);
  await expect(page.getByText('No license found')).toHaveCount(0);
});

test('shows why the table is empty and what to do', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search licenses' });
  await search.fill('nothing like this');
  await expect(page.getByText('No license found')).toBeVisible();
  await expect(tableOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(keysOf(page)).toHaveCount(5);
  await search.fill('V1');
  await expect(keysOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(page.getByRole('button', { name: 'Clear the search' })).toHaveCount(0);
});

test('loads more rows, and moves the focus to the count after the last ones', async ({ page }) => {
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(keysOf(page)).toHaveCount(8);
  await expect(page.getByText('8 of 8 licenses')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('draws rows as cards with labels, and as a table for screen readers', async ({ page }) => {
  const labels = () =>
    tableOf(page)
      .locator('tbody tr')
      .first()
      .locator('td')
      .evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')),
      );
  await page.setViewportSize({ width: 900, height: 900 });
  expect(new Set(await labels())).toEqual(new Set(['none']));
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await labels()).toEqual(['none', 'none', 'State', 'Plan', 'User', 'Days', 'Made', 'none']);
  // The real tree of the browser: styles can change the roles of table elements.
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const count = (role: string) => nodes.filter((node) => node.role?.value === role).length;
  const inCharts = 2 * 31;
  expect(count('row') - inCharts).toBe(6);
  expect(count('cell') + count('gridcell') - 30 * 2 - 30 * 3).toBe(5 * 8);
  await client.detach();
});

test('hides secondary columns only where they do not fit', async ({ page }) => {
  const made = tableOf(page).getByRole('columnheader', { name: 'Made' });
  for (const [width, isVisible] of [
    [375, true],
    [700, false],
    [900, true],
    [960, false],
    [1600, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(made, String(width)).toBeVisible({ visible: isVisible });
  }
});

test('keeps the header in view while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 400 });
  const header = tableOf(page).getByRole('columnheader', { name: 'Plan' });
  const bar = page.getByRole('banner').first();
  await keysOf(page)
    .last()
    .evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const bottom = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await header.evaluate((cell) => cell.getBoundingClientRect().top)).toBe(bottom);
});

test('opens the menu of a row above the rows, and leaves the row closed', async ({ page }) => {
  for (const [width, row] of [
    [375, 'V0'],
    [1200, 'V1'],
    [1200, 'V4'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await tableOf(page)
      .getByRole('button', { name: `Actions of NWDEMO-MONTH1-C9P4ZG-W7D2${row}` })
      .click();
    // Hovering fails if another element covers the item.
    for (const item of await tableOf(page).getByRole('menuitem').all()) {
      await item.hover({ position: { x: 20, y: 10 } });
      const { width: full = 0 } = (await item.boundingBox()) ?? {};
      await item.hover({ position: { x: full - 15, y: 10 } });
    }
    await tableOf(page).getByRole('menuitem', { name: 'Refund' }).click();
    await expect(toast(page).locator('p').last()).toHaveText(
      `Refund NWDEMO-MONTH1-C9P4ZG-W7D2${row}`,
    );
  }
  await expect(toast(page).locator('p')).toHaveCount(3);
});

test('covers no focused row with the bar or the header', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 400 });
  await page.getByRole('button', { name: 'Show more' }).focus();
  for (let row = 4; row >= 0; row -= 1) {
    const link = keysOf(page).nth(row);
    while (!(await link.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Shift+Tab');
    const isUncovered = await link.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const at = [top, bottom - 1].map((y) => document.elementFromPoint(left + 2, y));
      return at.every((hit) => hit !== null && element.contains(hit));
    });
    expect(isUncovered, String(row)).toBe(true);
  }
});
