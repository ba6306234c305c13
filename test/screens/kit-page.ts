// Builds and opens the pages that show the components of the kit, without a bridge. Fails the test
// on any page error.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { engines } from '../../vite.config.ts';
import { startClientServer } from '../support/serve-client.ts';
import { test as base } from '../support/engine.ts';
import { expect, remark } from './screen-page.ts';

const folder = fileURLToPath(new URL('../support/kit-page', import.meta.url));

async function buildKitPages(outDir: string): Promise<void> {
  const input = ['index.html', 'desk.html'].map((name) => path.join(folder, name));
  await build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: engines.page, modulePreload: false, rolldownOptions: { input } },
  });
}

export interface KitPage {
  readonly path: string;
  /** The first heading of the page. */
  readonly heading: string;
}

/** Returns Playwright's `test` with the page opened. */
export function kitTest({ path: file, heading }: KitPage) {
  return base.extend<object, { readonly kitUrl: string }>({
    kitUrl: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
      async ({}, use) => {
        const outDir = await mkdtemp(path.join(tmpdir(), 'latchkey-kit-'));
        await buildKitPages(outDir);
        const server = await startClientServer(outDir);
        await use(server.url);
        await server.close();
        await rm(outDir, { recursive: true });
      },
      { scope: 'worker' },
    ],
    contextOptions: { reducedMotion: 'reduce' },
    page: async ({ page, kitUrl }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => faults.push(message.text()));
      await page.goto(new URL(file, kitUrl).href);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(await page.evaluate(() => 'loader' in window)).toBe(false);
      await use(page);
      expect(faults.filter((fault) => !fault.startsWith(remark))).toEqual([]);
    },
  });
}
