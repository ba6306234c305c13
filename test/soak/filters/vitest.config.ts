// The service's tests on SQLite, one file at a time, with a switch at every filter. Started by part.js alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { switchFilters } from './plugin.js';
import type { Orders } from './runner.ts';
import type { Site } from './sites.js';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const written = (name: string): unknown =>
  JSON.parse(readFileSync(process.env[name] ?? '', 'utf8'));
const sites = written('SOAK_SITES') as Site[]; // by runs.js, as the orders
const { removed } = written('SOAK_ORDERS') as Orders;

const soak = defineConfig({
  root,
  plugins: [switchFilters(root, sites)],
  test: {
    include: ['test/service/**/*.test.ts', 'test/attacks/service/**/*.test.ts'],
    setupFiles: 'test/support/each-file.ts',
    runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
    // As often as the runner wants, which ends each test itself; or, without a filter from the start, once and until one is red.
    ...(removed === null ? { retry: 1_000_000 } : { bail: 1 }),
    fileParallelism: false,
    // What is kept from a run before has the numbers that the filters had then.
    fsModuleCache: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});

export { soak as default };
