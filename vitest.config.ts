// Tests that need no browser window: *.test.ts. What needs one is *.spec.ts and runs in Playwright.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    sequence: { shuffle: { files: true, tests: true } },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
