// `npm run test:windows`: the loader in Node for Windows.
import { defineConfig } from 'vitest/config';
import { NeedsReporter } from '../support/reporters/needs.ts';
import { SummaryReporter } from '../support/reporters/vitest.ts';
import every from '../../vitest.config.ts';

export default defineConfig({
  ...every,
  root: process.cwd(),
  // Node in Wine does not resolve the links of the workspaces.
  resolve: { preserveSymlinks: true },
  test: {
    ...every.test,
    projects: [
      {
        extends: true,
        test: {
          name: 'windows',
          include: [
            'test/{adapters,copy,core,hardware,shared,windows}/**/*.test.ts',
            'packages/{client,protocol}/test/**/*.test.ts',
          ],
          exclude: ['**/*.slow.test.ts'],
          isolate: false,
        },
      },
    ],
    server: { deps: { inline: [/@latchkey/] } },
    // Processes get no usable pipes in Wine.
    pool: 'threads',
    maxWorkers: 2,
    reporters: ['default', new SummaryReporter(), new NeedsReporter()],
  },
});
