// Program start: the window, a second start, and invalid configurations.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandName, configOf, test } from '../../support/electron-app.ts';
import { runToEnd } from '../../support/electron-process.ts';

test('opens a window with title, size and development menu @main', async ({ open }) => {
  const { app, page, output } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const facts = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      title: window?.getTitle(),
      size: window?.getSize(),
      least: window?.getMinimumSize(),
      resizable: window?.isResizable(),
      menuBar: window?.isMenuBarVisible(),
    };
  });
  expect(facts).toEqual({
    title: `${english.signIn.title} · ${brandName}`,
    size: [900, 600],
    least: [400, 560],
    resizable: true,
    menuBar: false,
  });
  // The development menu is set when the window is visible.
  const menus = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ role }) => role));
  await expect.poll(menus).toEqual(['viewmenu']);
  await expect.poll(output).toContain('latchkey: window ready');
});

test('shows the first window on a second start, which exits', async ({ open, home, built }) => {
  const { app, page } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const told = app.evaluate(
    ({ app }) => new Promise((resolve) => app.once('second-instance', () => resolve('told'))),
  );
  const args = [built, '--config', path.join(home, 'loader.config.json')];
  const { exitCode, written } = await runToEnd(home, args);
  expect(exitCode).toBe(0);
  expect(written).not.toContain('window ready');
  expect(await told).toBe('told');
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );
  expect(windows).toEqual([true]);
});

test('names the invalid field of a configuration and exits @main', async ({
  home,
  built,
  service,
}) => {
  await mkdir(home, { recursive: true });
  const file = path.join(home, 'loader.config.json');
  const good = configOf(service, built);
  for (const [content, problem] of [
    ['{', 'the file is not JSON'],
    [JSON.stringify({ ...good, colour: 'red' }), 'colour'],
    [JSON.stringify({ ...good, brand: { name: 'N', color: 'red' } }), 'brand.color: must be a col'],
    [
      JSON.stringify(configOf(service, built, { config: { service: { baseUrl: 'http://a.b/' } } })),
      'service.baseUrl: must be an https:// address',
    ],
  ] as const) {
    await writeFile(file, content);
    const { exitCode, written } = await runToEnd(home, [built, '--config', file]);
    expect(exitCode).toBe(1);
    expect(written).toContain(problem);
    expect(written).not.toContain('window ready');
  }
  const { exitCode, written } = await runToEnd(home, [built, `--config=${file}.none`]);
  expect(exitCode).toBe(1);
  expect(written).toContain('the file is missing');
});
