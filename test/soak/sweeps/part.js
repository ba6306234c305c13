// What `npm test` tries a share of, whole: on both databases every injected text in every parameter, and ten thousand random requests
// and passwords of each kind, and every earlier version of the data; and as many files of kept sign-ins.
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { readVitestReport } from '../vitest-report.js';

const ofService = ['injections', 'migrations', 'passwords', 'random-requests', 'random-json'].map(
  (name) => `test/service/${name}.test.ts`,
);
/** By the project of vitest.config.ts. */
const sweptFiles = {
  unit: ['test/adapters/kept-file-content.test.ts'],
  sqlite: ofService,
  postgresql: ofService,
};

/** @type {import('../run-soak.js').Part} */
export const sweeps = {
  title: 'Requests: every text in every parameter, and very many at random',
  async run({ folder, isTimeUp, say }) {
    mkdirSync(folder, { recursive: true });
    const outcome = { tried: 0, well: 0, bad: /** @type {string[]} */ ([]) };
    for (const [project, files] of Object.entries(sweptFiles)) {
      say(project);
      const report = join(folder, `${project}.json`);
      rmSync(report, { force: true });
      const exitCode = await run(project, files, report, isTimeUp);
      if (exitCode === null) return { ...outcome, notes: [], isWhole: false };
      const { passed, failed, named } = readVitestReport(report, exitCode);
      outcome.tried += passed + failed;
      outcome.well += passed;
      const bad = named.map(({ name, message }) => `${name}: ${message}`);
      if (failed > 0 && bad.length === 0) bad.push('the run ended early');
      outcome.bad.push(...bad.map((line) => `${project}: ${line}`));
    }
    return { ...outcome, notes: [], isWhole: true };
  },
};

/**
 * @param {string} project
 * @param {readonly string[]} files
 * @param {string} report
 * @param {() => boolean} isTimeUp
 * @returns {Promise<number | null>} its exit code; null: it was ended
 */
async function run(project, files, report, isTimeUp) {
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
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
  // Vitest makes an exit code of the signal.
  return isTimeUp() ? null : exitCode;
}
