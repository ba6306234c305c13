// Zoom by Ctrl with +, - and 0 in the real window, saved across restarts.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';

const file = (home: string) => path.join(home, '.config/latchkey/state.json');
const kept = async (home: string): Promise<unknown> =>
  JSON.parse(await readFile(file(home), 'utf8'));

/** Sends a key to the window, because the driver's keys only reach the page. */
function press({ app }: OpenLoader, keyCode: string, modifiers: 'control'[] = ['control']) {
  return app.evaluate(
    ({ BrowserWindow }, input) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.webContents.sendInputEvent({ type: 'keyDown', ...input });
      window?.webContents.sendInputEvent({ type: 'keyUp', ...input });
    },
    { keyCode, modifiers },
  );
}

function zoomOf({ app }: OpenLoader): Promise<number | undefined> {
  return app.evaluate(({ BrowserWindow }) =>
    Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
  );
}

test('zooms from 80 to 200 % and restores the zoom after a restart', async ({
  open,
  home,
  picture,
}) => {
  const first = await open();
  await expect(first.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  expect(await zoomOf(first)).toBe(100);
  const width = () => first.page.evaluate(() => window.innerWidth);
  const wide = await width();
  const { page } = first;

  for (const percent of [110, 125, 150, 175, 200, 200]) {
    await press(first, '=');
    await expect.poll(() => zoomOf(first)).toBe(percent);
  }
  expect(await width()).toBe(wide / 2);
  await expect.poll(() => kept(home)).toEqual({ v: 1, zoom: 200 });
  expect((await stat(file(home))).mode & 0o777).toBe(0o600);
  await picture(page, 'zoom-200');

  // Without Ctrl, these keys don't zoom.
  await page.getByLabel(english.signIn.username).focus();
  for (const key of ['-', '=', '0']) await press(first, key, []);
  expect(await zoomOf(first)).toBe(200);

  await press(first, '0');
  await expect.poll(() => zoomOf(first)).toBe(100);
  for (const percent of [90, 80, 80]) {
    await press(first, '-');
    await expect.poll(() => zoomOf(first)).toBe(percent);
  }
  await press(first, '=');
  // An immediate exit does not lose the last change.
  await first.close();
  expect(await kept(home)).toEqual({ v: 1, zoom: 90 });

  const second = await open();
  await expect(second.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  expect(await zoomOf(second)).toBe(90);
});
