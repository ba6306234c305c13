// Tests in real windows: every screen in Chromium; tests that depend on the engine also in the
// Electron under test, which may be older; the whole product in Electron and in the preview.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { ReactOption } from './test/support/development-page.ts';
import type { EngineOption } from './test/support/engine.ts';

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  },
};

/** Tests that measure the released scripts or open their own pages. */
const ofReleasedScripts = ['**/scripts.spec.ts', '**/kit*.spec.ts'];

export default defineConfig<object, EngineOption & ReactOption>({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  // A test that passes only in the retry is listed as flaky: a defect to fix.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  reporter: [['list'], ['./test/support/reporters/playwright.ts']],
  // One more than processors: pages wait for frames, and programs for windows.
  workers: availableParallelism() + 1,
  timeout: 30_000,
  projects: [
    { name: 'gallery', testDir: 'test/gallery', use: chromium },
    {
      // On React's development build; `gallery`, `engine` and `preview` use the released one.
      name: 'screens',
      testDir: 'test/screens',
      testIgnore: ofReleasedScripts,
      use: { ...chromium, react: 'development' },
    },
    { name: 'released', testDir: 'test/screens', testMatch: ofReleasedScripts, use: chromium },
    // Tests that depend on the engine: test/support/engine.ts lists their tags and why.
    { name: 'engine', testDir: 'test/screens', grep: /@engine-/, use: { engine: 'electron' } },
    { name: 'pictures', testDir: 'test/pictures', use: chromium },
    // The sellers' desk against the real service.
    { name: 'desk', testDir: 'test/desk', use: chromium },
    // The customers' page against the real service.
    { name: 'page', testDir: 'test/page', use: chromium },
    { name: 'electron', testDir: 'test/e2e/electron' },
    { name: 'preview', testDir: 'test/e2e/preview', use: chromium },
  ],
});
