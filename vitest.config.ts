// Tests without a browser window: *.test.ts. Tests with one are *.spec.ts and run in Playwright.
// The service's tests run on both databases: `npx vitest run --project postgresql
// packages/service/test/x.test.ts` starts a separate server.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgresql } from './packages/service/test/support/postgresql-server.ts';
import { needTags } from './test/support/needs.ts';
import { SummaryReporter } from './test/support/reporters/vitest.ts';

/**
 * The product keeps no state in its modules, so one process can run many files: modules and the
 * prepared database (bystanders.ts) are loaded once. It saves a third of the processor time for the
 * service, and half for everything else.
 */
const together = { isolate: false };

const service = ['packages/service/test/**/*.test.ts'];
const core = [
  'test/{core,copy,shared,screens}/**/*.test.ts',
  'packages/{client,protocol}/test/**/*.test.ts',
];
/** Files whose tests take more than 5 s: only in `npm run test:all`. */
const slow = ['test/**/*.slow.test.ts', 'packages/*/test/**/*.slow.test.ts'];
const slowService = service.map((files) => files.replace('*.test.ts', '*.slow.test.ts'));

/** In order of duration: one of them started last would run alone at the end. */
const longest = [
  'debian',
  'why-states',
  'balances-model',
  'loader-kills',
  'injections',
  'hostile',
  'end-to-end',
  'states',
  'general-limit',
  'migrations',
  'repeats',
  'wrong-passwords',
  'random-requests',
  'postgresql-faults',
  'seller-names',
].map((name) => `/${name}.slow.test.ts`);

/** The long files first, all others in an order drawn from the seed. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const ranked = files.map((file) => {
      const index = longest.findIndex((name) => file.moduleId.endsWith(name));
      const hash = createHash('sha256').update(`${seed} ${file.moduleId}`).digest('hex');
      return { file, lot: hash, rank: index === -1 ? longest.length : index };
    });
    ranked.sort((a, b) => a.rank - b.rank || (a.lot < b.lot ? -1 : 1));
    return Promise.resolve(ranked.map(({ file }) => file));
  }
}

function project(
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}

const projects = [
  project('unit', {
    ...together,
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: [...service, ...core, ...slow, 'test/windows/**'],
  }),
  project('core', { include: core, exclude: slow, ...together }),
  project('sqlite', { include: service, exclude: slow, ...together }),
  project('slow', { include: slow, exclude: service }),
  project('slow-sqlite', { include: slowService, ...together }),
];
// In CI PostgreSQL must not be missing, so there its setup fails with a message.
if (findPostgresql() !== null || process.env.CI === 'true')
  projects.push(
    project('postgresql', {
      ...{ include: service, ...together },
      globalSetup: 'packages/service/test/support/postgresql-setup.ts',
    }),
  );
else process.stderr.write('PostgreSQL is not installed: the service is tested on SQLite only.\n');

export default defineConfig({
  ssr: { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } },
  test: {
    projects,
    tags: needTags,
    setupFiles: 'test/support/each-file.ts',
    // More than processors, because the tests also wait for hashes, databases and processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { shuffle: { files: true, tests: true }, sequencer: LongestFirst },
    // A test that passes only in the retry is listed as flaky by SummaryReporter.
    retry: process.env.CI === 'true' ? 1 : 0,
    reporters: ['default', new SummaryReporter()],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A busy machine exceeds the default of 1 s.
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
  },
});
