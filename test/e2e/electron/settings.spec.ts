// Settings of the window in the real program: theme and text size across restarts, the licenses of
// the built parts, and the desktop file that starts a packaged program with the system.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { openPage } from '../../gallery/picture.ts';
import type { OpenLoader } from '../../support/electron-app.ts';
import { brandName } from '../../support/electron-app.ts';
import { startPackaged, test } from '../../support/packaged-app.ts';

const { settings } = english;
const kept = async (home: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(home, '.config/latchkey/state.json'), 'utf8'));

async function openAppearance(page: Page): Promise<void> {
  await page.getByRole('button', { name: settings.title, exact: true }).click();
  await openPage(page, settings.pages.appearance);
}

const shown = ({ app }: OpenLoader) =>
  app.evaluate(({ BrowserWindow, nativeTheme }) => {
    const [window] = BrowserWindow.getAllWindows();
    const zoom = Math.round((window?.webContents.getZoomFactor() ?? 0) * 100);
    return { theme: nativeTheme.themeSource, ground: window?.getBackgroundColor(), zoom };
  });

test('applies theme and text size immediately, and before the window of the next start @main', async ({
  open,
  home,
  picture,
}) => {
  const first = await open();
  const { page } = first;
  // The driver would override the theme with its own.
  await page.emulateMedia({ colorScheme: null });
  await openAppearance(page);
  expect(await shown(first)).toMatchObject({ theme: 'system', zoom: 100 });
  await page.getByRole('combobox', { name: settings.theme }).selectOption(settings.themes.dark);
  await expect.poll(async () => (await shown(first)).theme).toBe('dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 17, 22)');
  await page
    .getByRole('combobox', { name: settings.textSize })
    .selectOption(settings.textSizes['125']);
  await expect.poll(async () => (await shown(first)).zoom).toBe(125);
  await picture(page, 'settings-dark');
  // An immediate exit does not lose the choices.
  await first.close();
  expect(await kept(home)).toMatchObject({ theme: 'dark', zoom: 125 });

  const second = await open();
  expect(await shown(second)).toMatchObject({ theme: 'dark', zoom: 125, ground: '#101116' });
  await openAppearance(second.page);
  await expect(second.page.getByRole('combobox', { name: settings.theme })).toHaveValue('dark');
  // Only a packaged program can start with the system.
  await expect(second.page.getByRole('checkbox', { name: settings.startWithSystem })).toHaveCount(
    0,
  );
});

test('lists the engine and every bundled package with its license', async ({ open }) => {
  const { page } = await open();
  await page.getByRole('button', { name: settings.title, exact: true }).click();
  await openPage(page, settings.pages.about);
  const parts = page.getByRole('region', { name: settings.licenses });
  for (const name of ['Electron', 'Chromium', 'react', 'react-dom', 'zod', 'systeminformation'])
    await expect(parts.getByText(new RegExp(`^${name} \\d`))).toHaveCount(1);
  await parts.getByText(/^zod \d/).click();
  const text = parts.getByText(/Permission is hereby granted/);
  await expect(text.filter({ visible: true })).toHaveCount(1);
});

test('writes and removes the desktop file that starts the packaged program with the system', async ({
  made,
  home,
}) => {
  test.setTimeout(90_000);
  const folder = path.join(home, '.config/autostart');
  const program = await startPackaged(made, home, { attach: true });
  const page = await program.page();
  await openAppearance(page);
  const box = page.getByRole('checkbox', { name: settings.startWithSystem });
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
  const [file = ''] = await readdir(folder);
  const entry = await readFile(path.join(folder, file), 'utf8');
  expect(entry).toContain(`Name=${brandName}\n`);
  const [, exec = ''] = /^TryExec=(.*)$/m.exec(entry) ?? [];
  // The name of the program's file stays after a wrapper has started it.
  expect(path.basename(exec)).toBe(path.basename(made.program));
  await box.click();
  await expect(box).not.toBeChecked();
  expect(await readdir(folder)).toEqual([]);
  await program.kill();
});
