// `npm run test:windows`: the loader in Node for Windows.
import { defineConfig } from 'vitest/config';
import { NeedsReporter } from '../support/reporters/needs.ts';
import { SummaryReporter } from '../support/reporters/vitest.ts';
import every from '../../vitest.config.ts';

/** Of the command line: releases, and what reads and writes files. The rest asks the service. */
const commands = [
  'damaged-database',
  'doctor-local',
  'import-dates',
  'local',
  'release-make',
  'release-push',
  'release-refused',
];

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
            'test/{adapters,copy,core,delivery,hardware,shared,windows}/**/*.test.ts',
            'packages/{client,protocol}/test/**/*.test.ts',
            'packages/service/test/durable-files.test.ts',
            `packages/cli/test/{${commands.join(',')}}.test.ts`,
          ],
          exclude: ['test/**/*.slow.test.ts'],
          isolate: false,
        },
      },
    ],
    server: { deps: { inline: [/@latchkey/] } },
    // Processes get no usable pipes in Wine.
    pool: 'threads',
    maxWorkers: 2,
    // A process in Wine takes several times as long to start and to load its modules.
    testTimeout: 60_000,
    reporters: ['default', new SummaryReporter(), new NeedsReporter()],
  },
});
