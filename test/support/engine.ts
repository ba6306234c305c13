// Playwright's `test` whose page is drawn either by a Chromium or inside a window of the Electron under test, as the project in
// playwright.config.ts says: the same screens in both engines. Each test has a page of its own; the pages of a worker share a
// program, and in it the process of their address, where a script is compiled once.
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  test as base,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test';
import { removeHome, startElectron } from './electron-process.ts';

export interface EngineOption {
  readonly engine: 'chromium' | 'electron';
}

/** What differs from test to test, and cannot be given to an open page. */
type Surroundings = Pick<
  PlaywrightTestOptions,
  'locale' | 'timezoneId' | 'permissions' | 'contextOptions'
>;

/** Opens pages with the same surroundings. */
interface Place {
  readonly context: BrowserContext;
  readonly openPage: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

interface Places {
  readonly of: (surroundings: Surroundings) => Promise<Place>;
  readonly close: (surroundings: Surroundings) => Promise<void>;
}

interface WorkerParts extends EngineOption {
  /** null where the pages are drawn in Electron. */
  readonly ownBrowser: Browser | null;
  readonly places: Places;
}

interface TestParts {
  readonly surroundings: Surroundings;
  readonly place: Place;
  /** The test leaves something in its context that no other may find. */
  readonly closeBehind: () => void;
}

/** Draws all pages of an address in one process, as long as one of them is open: the empty one that `keptOpen` serves. */
const oneProcess = '--process-per-site';

export const test = base.extend<TestParts, WorkerParts>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  ownBrowser: [
    async ({ engine, playwright, launchOptions: { args = [] } }, use) => {
      if (engine === 'electron') {
        await use(null);
        return;
      }
      const browser = await playwright.chromium.launch({ args: [...args, oneProcess] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  places: [
    async ({ ownBrowser }, use) => {
      const kept = await serveEmptyPage();
      const open = new Map<string, Promise<Place>>();
      const close = async (key: string) => {
        const place = open.get(key);
        open.delete(key);
        await (await place)?.close();
      };
      await use({
        of: (surroundings) => {
          const key = JSON.stringify(surroundings);
          const place =
            open.get(key) ??
            (ownBrowser === null
              ? placeInElectron(surroundings, kept.url)
              : placeInBrowser(ownBrowser, kept.url));
          open.set(key, place);
          return place;
        },
        close: (surroundings) => close(JSON.stringify(surroundings)),
      });
      for (const key of [...open.keys()]) await close(key);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  surroundings: async ({ locale, timezoneId, permissions, contextOptions }, use) => {
    await use({ locale, timezoneId, permissions, contextOptions });
  },
  place: async ({ places, surroundings }, use) => {
    await use(await places.of(surroundings));
  },
  closeBehind: async ({ places, surroundings }, use) => {
    const asked: Surroundings[] = [];
    await use(() => asked.push(surroundings));
    for (const one of new Set(asked)) await places.close(one);
  },
  context: async ({ place }, use) => {
    await use(place.context);
  },
  page: async ({ place, viewport, contextOptions }, use) => {
    const page = await place.openPage();
    // In Electron these are no options of the start.
    if (viewport !== null) await page.setViewportSize(viewport);
    const { reducedMotion = null, forcedColors = null } = contextOptions;
    await page.emulateMedia({ reducedMotion, forcedColors });
    await use(page);
    await page.close();
  },
});

async function placeInBrowser(browser: Browser, keptUrl: string): Promise<Place> {
  // Playwright adds the surroundings, which are options of the test.
  const context = await browser.newContext();
  await (await context.newPage()).goto(keptUrl);
  return { context, openPage: () => context.newPage(), close: () => context.close() };
}

/** Knows nothing of the loader: one window that nobody sees; the tests open theirs. */
const emptyWindow = (keptUrl: string) => `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  return window.loadURL(${JSON.stringify(keptUrl)});
});
`;

async function placeInElectron(
  { locale, timezoneId }: Surroundings,
  keptUrl: string,
): Promise<Place> {
  const home = await mkdtemp(path.join(tmpdir(), 'latchkey-page-'));
  const target = path.join(home, 'main.cjs');
  await writeFile(target, emptyWindow(keptUrl));
  await chmod(target, 0o644);
  const app = await startElectron({
    target,
    args: [oneProcess],
    home,
    colorScheme: 'light',
    ...(locale === undefined ? {} : { locale }),
    ...(timezoneId === undefined ? {} : { timezoneId }),
  });
  await app.firstWindow();
  return {
    context: app.context(),
    openPage: () => openWindow(app),
    close: async () => {
      await app.close();
      await removeHome(home);
    },
  };
}

async function openWindow(app: ElectronApplication): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(async ({ BrowserWindow }) => {
    const size = { width: 480, height: 720 };
    await new BrowserWindow({ ...size, webPreferences: { sandbox: true } }).loadURL('about:blank');
  });
  return opened;
}

/** An empty page at the address that all pages under test are served from, whatever their port. */
async function serveEmptyPage() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}/`, close };
}
