// Playwright's `test` with pages in Chromium or, in the project `engine`, in Electron.
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  test as base,
  type Browser,
  type BrowserContext,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test';
import { removeHome, startElectron } from './electron-process.ts';

export interface EngineOption {
  readonly engine: 'chromium' | 'electron';
}

/**
 * Tags for tests whose result depends on the engine. Tagged tests run in Chromium, and again in
 * Electron in the project `engine`. Other tests check commands and texts, which are the same in
 * every engine. test/e2e/electron tests startup, headers, windows and permissions of the program.
 */
export const inEngine = {
  /** Sizes and positions. Older engines lack CSS properties, and give controls other sizes. */
  layout: '@engine-layout',
  /** The focus order, scrolling to the focus, and the focus after its element is removed. */
  focus: '@engine-focus',
  /** Key events that submit a form, close a dialog or end a line. */
  keyboard: '@engine-keyboard',
  /** `navigator.clipboard`, and the event types of paste and autofill. */
  clipboard: '@engine-clipboard',
  /** Scripts, styles and addresses that the Content-Security-Policy blocks. */
  policy: '@engine-policy',
  /** Dates and numbers from the engine's ICU, and key patterns for the engine's RegExp. */
  words: '@engine-words',
} as const;

/** Options that an open context cannot change. Electron always uses a British locale and UTC. */
type PageOptions = Pick<
  PlaywrightTestOptions,
  'locale' | 'timezoneId' | 'permissions' | 'contextOptions'
>;

interface Pages {
  readonly open: (surroundings: PageOptions) => Promise<Page>;
  /** Closes the context, so that later pages with these options get a new one. */
  readonly closeContext: (surroundings: PageOptions) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface TestParts {
  readonly surroundings: PageOptions;
  /** Closes the context after the test, because the test leaves state in it. */
  readonly closeBehind: () => void;
}

export const test = base.extend<TestParts, EngineOption & { readonly pages: Pages }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  pages: [
    async ({ engine, playwright, launchOptions: { args = [] } }, use) => {
      const pages = await (engine === 'electron'
        ? pagesInElectron()
        : pagesInBrowser(
            await playwright.chromium.launch({ args: [...args, '--process-per-site'] }),
          ));
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  surroundings: async ({ locale, timezoneId, permissions, contextOptions }, use) => {
    await use({ locale, timezoneId, permissions, contextOptions });
  },
  closeBehind: async ({ pages, surroundings }, use) => {
    const requests: PageOptions[] = [];
    await use(() => requests.push(surroundings));
    if (requests.length > 0) await pages.closeContext(surroundings);
  },
  page: async ({ pages, surroundings, viewport }, use) => {
    const page = await pages.open(surroundings);
    // Electron accepts these options only after its start.
    if (viewport !== null) await page.setViewportSize(viewport);
    const { reducedMotion = null, forcedColors = null } = surroundings.contextOptions;
    await page.emulateMedia({ reducedMotion, forcedColors });
    await use(page);
    await page.close();
  },
});

/**
 * Tests with the same options share a context. An empty page of the same site keeps the renderer
 * process alive, so that each script is compiled once. With a context for each test, 97 tests took
 * 104 processor seconds instead of 79.
 */
async function pagesInBrowser(browser: Browser): Promise<Pages> {
  const empty = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
  const address = empty.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const openContext = async () => {
    // Playwright adds the options of the test.
    const context = await browser.newContext();
    await (await context.newPage()).goto(`http://127.0.0.1:${address.port}/`);
    return context;
  };
  const contexts = new Map<string, BrowserContext>();
  return {
    open: async (surroundings) => {
      const key = JSON.stringify(surroundings);
      const context = contexts.get(key) ?? (await openContext());
      contexts.set(key, context);
      return context.newPage();
    },
    closeContext: async (surroundings) => {
      const key = JSON.stringify(surroundings);
      await contexts.get(key)?.close();
      contexts.delete(key);
    },
    close: async () => {
      await browser.close();
      empty.closeAllConnections();
      empty.close();
    },
  };
}

/** An Electron program with one hidden window. The tests open further windows. */
const emptyProgram = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  return window.loadURL('about:blank');
});
`;

async function pagesInElectron(): Promise<Pages> {
  const home = await mkdtemp(path.join(tmpdir(), 'latchkey-page-'));
  const target = path.join(home, 'main.cjs');
  await writeFile(target, emptyProgram);
  await chmod(target, 0o644);
  const app = await startElectron({
    target,
    home,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await app.firstWindow();
  return {
    open: async () => {
      const opened = app.waitForEvent('window');
      await app.evaluate(async ({ BrowserWindow }) => {
        const size = { width: 480, height: 720 };
        const window = new BrowserWindow({ ...size, webPreferences: { sandbox: true } });
        await window.loadURL('about:blank');
      });
      return opened;
    },
    closeContext: () =>
      Promise.reject(new Error('a stopped clock would stay with the program: not in Electron')),
    close: async () => {
      await app.close();
      await removeHome(home);
    },
  };
}
