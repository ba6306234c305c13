// `npm run attacks`: runs the attacks on the service and the loader again, on both databases, and
// prints a table of them.
import { defineConfig } from 'vitest/config';
import every from '../../vitest.config.ts';
import { attacks } from './attacks.ts';
import { AttackTable } from './attack-table.ts';

const files = attacks.flatMap(({ files: own }) => own);
const ofService = files.filter((file) => file.startsWith('packages/service/'));
const ofOthers = files.filter((file) => !ofService.includes(file));

export default defineConfig({
  ...every,
  test: {
    ...every.test,
    projects: [
      { extends: true, test: { name: 'SQLite', include: ofService, isolate: false } },
      {
        extends: true,
        test: {
          name: 'PostgreSQL',
          include: ofService,
          isolate: false,
          globalSetup: 'packages/service/test/support/postgresql-setup.ts',
        },
      },
      { extends: true, test: { name: '-', include: ofOthers } },
    ],
    setupFiles: ['test/support/each-file.ts', 'test/attacks/count-tries.ts'],
    reporters: ['default', new AttackTable()],
    // A retry would hide an attack that succeeds only sometimes.
    retry: 0,
    // Enough for a whole attack on a busy machine. Each test bounds its own measurements.
    testTimeout: 600_000,
  },
});
