// Settings: which pages there are, how the keyboard moves through them, and where Back leads.
import type { Page } from '@playwright/test';
import { offers } from '../gallery/options.ts';
import { openPage, openSettings } from '../gallery/picture.ts';
import { installedSample } from '../gallery/program.ts';
import { wholePreferences } from '../gallery/settings.ts';
import { inEngine } from '../support/engine.ts';
import { savedSignIns, ready, signedOut, wholeAccount } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const brand = 'Northwind Studio';
const list = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const inList = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of anna' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await list(page).waitFor();
}

const program = { program: installedSample, preferences: wholePreferences };

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test(
    'has one Tab stop for the list, moves by arrow keys, opens a page by Enter, leaves by Escape',
    { tag: inEngine.keyboard },
    async ({ page, open }) => {
      await open({ phase: ready, session: program });
      await openList(page);
      await expect(inList(page, 'Account')).toBeFocused();
      await expect(inList(page, 'Account')).toHaveAttribute('aria-current', 'page');
      await expect(heading(page, 'Account')).toBeVisible();
      for (const [key, name] of [
        ['ArrowDown', 'Security'],
        ['End', 'About'],
        ['ArrowDown', 'Account'],
        ['ArrowUp', 'About'],
        ['ArrowUp', 'Appearance and language'],
        ['ArrowUp', brand],
        ['Home', 'Account'],
        ['ArrowDown', 'Security'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(inList(page, name)).toBeFocused();
      }
      await expect(heading(page, 'Account')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Security')).toBeFocused();
      await expect(list(page).locator('[tabindex="0"]')).toHaveText('Security');
      await page.keyboard.press('Shift+Tab');
      await expect(inList(page, 'Security')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(button(page, 'Launch')).toBeFocused();
      await expect(list(page)).toHaveCount(0);
    },
  );

  test('has one Back control, at the top left, which leaves from any page', async ({
    page,
    open,
  }) => {
    await open({ phase: wholeAccount, session: program });
    await openList(page);
    for (const name of await list(page).getByRole('button').allInnerTexts()) {
      await openPage(page, name);
      await expect(button(page, 'Back')).toHaveCount(1);
      const box = await button(page, 'Back').boundingBox();
      expect(Math.max(box?.x ?? NaN, box?.y ?? NaN)).toBeLessThan(40);
    }
    await button(page, 'Back').click();
    await expect(button(page, 'Launch')).toBeVisible();
  });
});

test.describe('in a narrow window', () => {
  test('shows the list as a separate page, and Back returns to it', async ({ page, open }) => {
    await open({ phase: ready, session: program });
    await openList(page);
    await expect(heading(page, 'Settings')).toBeVisible();
    await expect(inList(page, 'Account')).toBeFocused();
    await inList(page, 'Security').click();
    await expect(heading(page, 'Security')).toBeFocused();
    await expect(list(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(heading(page, 'Settings')).toBeVisible();
    await inList(page, 'About').click();
    await button(page, 'Back').click();
    await button(page, 'Back').click();
    await expect(button(page, 'Launch')).toBeVisible();
  });

  test('keeps the page and its dialog when the window grows and shrinks', async ({
    page,
    open,
  }) => {
    await open({ phase: ready, session: { savedSignIns: savedSignIns } });
    await openSettings(page, 'Security');
    await button(page, 'Remove bob').click();
    await page.setViewportSize({ width: 900, height: 600 });
    await expect(page.getByRole('dialog')).toContainText('Remove bob?');
    await button(page, 'Keep it').click();
    await expect(inList(page, 'Security')).toHaveAttribute('aria-current', 'page');
    await expect(heading(page, 'Security')).toBeVisible();
    await page.setViewportSize({ width: 420, height: 680 });
    await expect(list(page)).toHaveCount(0);
    await expect(heading(page, 'Security')).toBeVisible();
  });
});

test('returns to the form from which the settings were opened @main', async ({ page, open }) => {
  await open({ phase: signedOut });
  await page.getByRole('button', { name: 'Have a license key?' }).click();
  await page.getByLabel('License key').fill('NWND-7F3Q');
  await button(page, 'Settings').click();
  await inList(page, 'About').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('License key')).toHaveValue('NWND-7F3Q');
});

test('returns to the settings from a form that was opened there', async ({ page, open }) => {
  await open({ phase: ready });
  await openSettings(page, 'Subscriptions and keys');
  await page.getByRole('button', { name: 'Redeem a key' }).click();
  await page.getByLabel('License key').waitFor();
  await page.keyboard.press('Escape');
  await expect(heading(page, 'Subscriptions and keys')).toBeVisible();
});

test('offers only appearance and About to signed-out users', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut, session: { preferences: wholePreferences } });
  await button(page, 'Settings').click();
  await expect(list(page).getByRole('button')).toHaveText(['Appearance and language', 'About']);
  await inList(page, 'Appearance and language').click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  expect(await bridge.inputsOf('choosePreference')).toEqual([{ name: 'theme', value: 'dark' }]);
});

test('closes when the user is signed out, and when a user signs in', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await openSettings(page, 'Appearance and language');
  await bridge.publish(sessionOf(signedOut, { revision: 2 }));
  await expect(button(page, 'Sign in')).toBeVisible();
  await button(page, 'Settings').click();
  await list(page).waitFor();
  await bridge.publish(sessionOf(ready, { revision: 3 }));
  await expect(button(page, 'Launch')).toBeVisible();
});

test('hides the page of a packaged program without any setting', async ({ page, open }) => {
  await open({ phase: ready, info: offers, session: { unsupported: ['options'] } });
  await openList(page);
  await expect(inList(page, 'Computers')).toBeVisible();
  await expect(inList(page, brand)).toHaveCount(0);
});
