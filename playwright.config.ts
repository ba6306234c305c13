// Tests in real windows: every screen in Chromium; once more in Electron's engine, which may be much older, whatever an engine has a
// say in; the whole product in Electron, and once more in the preview.
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

/** What measures the released scripts, or opens pages of its own. */
const ofReleasedScripts = ['**/scripts.spec.ts', '**/kit.spec.ts'];

/**
 * Which command goes out for which press, and what the page says then: the same scripts do it in every engine, and the gallery opens
 * their screens in both. A file that is not named here (layout, focus, keyboard, dates, patterns, the clipboard) runs in both.
 */
const alikeInEveryEngine = [
  'account-changes',
  'by-itself',
  'community',
  'device-request',
  'directions',
  'help',
  'kept',
  'launch-by-itself',
  'notices',
  'options',
  'phases',
  'program',
  'receipt',
  'redeem-receipt',
  'register',
  'send-report',
  'tasks',
  'two-factor',
  'waking',
  'wish',
  'wish-kept',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig<object, EngineOption & ReactOption>({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  retries: 0,
  // One more than processors: pages wait for frames, and programs for windows.
  workers: availableParallelism() + 1,
  timeout: 30_000,
  projects: [
    { name: 'gallery', testDir: 'test/gallery', use: chromium },
    {
      // On the React that warns; the released one is in the gallery, in Electron's engine and in the preview.
      name: 'screens',
      testDir: 'test/screens',
      testIgnore: ofReleasedScripts,
      use: { ...chromium, react: 'development' },
    },
    { name: 'released', testDir: 'test/screens', testMatch: ofReleasedScripts, use: chromium },
    {
      name: 'electron-pages',
      testMatch: ['gallery/gallery.spec.ts', 'screens/*.spec.ts'],
      testIgnore: alikeInEveryEngine,
      // The other engine tries the smaller window, where there is less room. What is refused at a form is shown there by `steady`.
      grepInvert: [
        /480 x 680: (no failure moves the button|the button stays in sight)/,
        / failure .*-(code|redeem|sign-in|turn-off|turn-on)$/,
      ],
      use: { engine: 'electron' },
    },
    { name: 'pictures', testDir: 'test/pictures', use: chromium },
    { name: 'electron', testDir: 'test/e2e/electron' },
    { name: 'preview', testDir: 'test/e2e/preview', use: chromium },
  ],
});
