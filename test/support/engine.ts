// Playwright's `test` whose page is drawn by Chromium or, in the project `engine`, inside a window of the Electron under test.
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
 * What the engine decides. Tests with one of these tags run in Chromium as all others do, and in the project `engine` once more, in the
 * Electron under test. All other tests are about which command goes out for which press and what the page says then: the same scripts do
 * it in every engine. That the built program starts, and what its header, its windows and its permissions allow, is in test/e2e/electron.
 */
export const inEngine = {
  /** Older engines know fewer properties of CSS and draw fields, lists and scroll bars of another size: what fits, and stays in place. */
  layout: '@engine-layout',
  /** The engine says which element is the next stop, scrolls to it, and where the focus goes when its element is removed. */
  focus: '@engine-focus',
  /** Which events a key becomes: a form that is sent, a dialog that closes, a line that ends. */
  keyboard: '@engine-keyboard',
  /** `navigator.clipboard`, and the kind of event that a paste or an autofill is. */
  clipboard: '@engine-clipboard',
  /** Which scripts, styles and addresses the policy stops, and that nothing which the page does itself is among them. */
  policy: '@engine-policy',
  /** Dates, numbers and their words come from the engine's ICU, patterns of keys from its regular expressions. */
  words: '@engine-words',
} as const;

/** Options of a test that an open context cannot change. Electron ignores them: its locale is British, its time zone UTC. */
type Surroundings = Pick<
  PlaywrightTestOptions,
  'locale' | 'timezoneId' | 'permissions' | 'contextOptions'
>;

/** Opens the pages of a worker. */
interface Pages {
  readonly open: (surroundings: Surroundings) => Promise<Page>;
  /** Later pages with these surroundings get another context. */
  readonly closeContext: (surroundings: Surroundings) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface TestParts {
  readonly surroundings: Surroundings;
  /** The test leaves something in its context that no other may find. */
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
    const asked: Surroundings[] = [];
    await use(() => asked.push(surroundings));
    if (asked.length > 0) await pages.closeContext(surroundings);
  },
  page: async ({ pages, surroundings, viewport }, use) => {
    const page = await pages.open(surroundings);
    // In Electron these are no options of the start.
    if (viewport !== null) await page.setViewportSize(viewport);
    const { reducedMotion = null, forcedColors = null } = surroundings.contextOptions;
    await page.emulateMedia({ reducedMotion, forcedColors });
    await use(page);
    await page.close();
  },
});

/**
 * Tests with the same surroundings share a context. An empty page of the same site keeps its process alive: a script is compiled once.
 * With a context per test, 97 tests took 104 processor seconds instead of 79.
 */
async function pagesInBrowser(browser: Browser): Promise<Pages> {
  const empty = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
  const address = empty.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const openContext = async () => {
    // Playwright adds the surroundings, which are options of the test.
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

/** Knows nothing of the loader. Its window is never shown: the tests open theirs. */
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
