// Playwright's `test` whose page is drawn either by a Chromium or inside a window of the Electron under test, as the project in
// playwright.config.ts says: the same screens, in the newest and in the oldest engine that they must work in.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { startElectron } from './electron-process.ts';

export interface EngineOption {
  readonly engine: 'chromium' | 'electron';
}

interface WorkerParts extends EngineOption {
  /** null where the pages are drawn in Electron: a program of its own for each test. */
  readonly ownBrowser: Browser | null;
}

/** Knows nothing of the loader: an empty window whose page the test opens. */
const emptyWindow = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 480, height: 720, webPreferences: { sandbox: true } });
  return window.loadURL('about:blank');
});
`;

export const test = base.extend<object, WorkerParts>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  ownBrowser: [
    async ({ engine, playwright }, use) => {
      if (engine === 'electron') {
        await use(null);
        return;
      }
      const browser = await playwright.chromium.launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ ownBrowser, locale, timezoneId }, use) => {
    if (ownBrowser === null) {
      await inElectron({ locale, timezoneId }, use);
      return;
    }
    const context = await ownBrowser.newContext();
    await context.newPage();
    await use(context);
    await context.close();
  },
  page: async ({ context, viewport, contextOptions }, use) => {
    const [page] = context.pages();
    if (page === undefined) throw new Error('the window is gone');
    // In Electron these are no options of the start.
    if (viewport !== null) await page.setViewportSize(viewport);
    const { reducedMotion = null, forcedColors = null } = contextOptions;
    await page.emulateMedia({ reducedMotion, forcedColors });
    await use(page);
  },
});

async function inElectron(
  { locale, timezoneId }: { locale: string | undefined; timezoneId: string | undefined },
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'latchkey-page-'));
  const target = path.join(home, 'main.cjs');
  await writeFile(target, emptyWindow);
  await chmod(target, 0o644);
  const app = await startElectron({
    target,
    home,
    colorScheme: 'light',
    ...(locale === undefined ? {} : { locale }),
    ...(timezoneId === undefined ? {} : { timezoneId }),
  });
  await app.firstWindow();
  await use(app.context());
  await app.close();
  await rm(home, { recursive: true, force: true });
}
