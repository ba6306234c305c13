// Runs the complete lists of which `npm test` tries a part. On both databases: every injected text
// in every parameter, ten thousand random requests and passwords of each kind, and every earlier
// version of the data, and ten thousand histories of orders. Also ten thousand files of saved sign-ins.
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { readVitestReport } from '../vitest-report.js';

const ofService = [
  ...['injections', 'migrations', 'passwords', 'random-requests', 'random-json'],
  'shop-histories',
].map((name) => `packages/service/test/${name}.`);
/** @typedef {{ readonly name: string, readonly projects: readonly string[], readonly files: readonly string[] }} Run a vitest run: projects of vitest.config.ts, and their files */

/** @type {readonly Run[]} */
const allRequests = [
  { name: 'files', projects: ['slow'], files: ['test/adapters/saved-sign-ins-content.'] },
  { name: 'sqlite', projects: ['sqlite', 'slow-sqlite'], files: ofService },
  { name: 'postgresql', projects: ['postgresql'], files: ofService },
];

export const sweeps = partOf(
  'Requests: every text in every parameter, and very many at random',
  allRequests,
);
export const interleavings = partOf(
  'Two requests at once on PostgreSQL: 500 orders of the statements of each pair',
  [
    {
      name: 'interleavings',
      projects: ['postgresql'],
      files: ['packages/service/test/interleavings.'],
    },
  ],
);

/**
 * @param {string} title
 * @param {readonly Run[]} runs
 * @returns {import('../run-soak.js').Part}
 */
function partOf(title, runs) {
  return {
    title,
    async run({ folder, isTimeUp, say }) {
      mkdirSync(folder, { recursive: true });
      const outcome = { tried: 0, well: 0, bad: /** @type {string[]} */ ([]) };
      for (const { name, projects, files } of runs) {
        say(name);
        const report = join(folder, `${name}.json`);
        rmSync(report, { force: true });
        const exitCode = await run(projects, files, report, isTimeUp);
        if (exitCode === null) return { ...outcome, notes: [], isWhole: false };
        const { passed, failed, named } = readVitestReport(report, exitCode);
        outcome.tried += passed + failed;
        outcome.well += passed;
        const bad = named.map((test) => `${test.name}: ${test.message}`);
        if (failed > 0 && bad.length === 0) bad.push('the run ended early');
        outcome.bad.push(...bad.map((line) => `${name}: ${line}`));
      }
      return { ...outcome, notes: [], isWhole: true };
    },
  };
}

/**
 * @param {readonly string[]} projects
 * @param {readonly string[]} files
 * @param {string} report
 * @param {() => boolean} isTimeUp
 * @returns {Promise<number | null>} its exit code; null: stopped because the time was up
 */
async function run(projects, files, report, isTimeUp) {
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const chosen = projects.map((project) => `--project=${project}`);
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json'];
  const child = startChild(
    process.execPath,
    [cli, ...args, `--outputFile.json=${report}`, ...files],
    { cwd: root, env: { ...process.env, LATCHKEY_TRY_ALL: '1' }, stdout: 2, stderr: 2 },
  );
  const watch = setInterval(() => {
    if (isTimeUp()) child.kill('SIGTERM');
  }, 1000);
  const [exitCode] = await once(child, 'exit');
  clearInterval(watch);
  // Vitest turns the signal into an exit code.
  return isTimeUp() ? null : exitCode;
}
