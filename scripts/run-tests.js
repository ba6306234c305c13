// Runs the test suites in sequence and prints their durations. `npm test` runs the quick suites,
// `npm run test:all` runs all suites, and `npm run test:all -- --rest` runs the suites that
// `npm test` skips. docs/engineering/testing.md has the time limit of each suite.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build-if-stale.js';
import { startChild } from './children.js';
import { runScript } from './refusal.js';
import {
  findBrowser,
  findElectronToTest,
  findPageEngine,
  findPostgresqlToTest,
  setUpMachine,
} from './test-machine.js';
import { findWine } from './windows/wine.js';

/**
 * @typedef {import('./test-machine.js').TestProgram} TestProgram
 * @typedef {'passed' | 'failed' | 'skipped'} Verdict
 * @typedef {{ readonly name: string, readonly run: () => Promise<Verdict> }} Suite
 */

/** Tag of the tests in windows that `npm test` runs. */
const mainTag = '@main';
const isCi = process.env.CI === 'true';
/** The reporters of all suites write failed and flaky tests to this file. */
const summaryFile = join(mkdtempSync(join(tmpdir(), 'latchkey-tests-')), 'failed.txt');

/** The checks run in parallel, because no check uses all processors. @type {Suite} */
const checks = {
  name: 'checks',
  run: () =>
    all(['types', 'unused', 'format', 'lint', 'words'].map((name) => npm(`check:${name}`))),
};

/** @type {Suite} */
const buildSuite = {
  name: 'build',
  run: () =>
    build().then(
      () => 'passed',
      (error) => {
        console.error(error);
        return 'failed';
      },
    ),
};

await runScript(async () => {
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, rest: { type: 'boolean' } },
  });
  const suites = suitesOn(setUpMachine());
  const selectedSuites = values.rest
    ? [buildSuite, ...suites.rest]
    : [checks, buildSuite, ...suites.quick, ...(values.all ? suites.rest : [])];
  const startedAtMs = performance.now();
  const lines = [];
  writeFileSync(summaryFile, '');
  for (const { name, run } of selectedSuites) {
    const suiteStartedAtMs = performance.now();
    const verdict = await run();
    if (verdict === 'failed' || (verdict === 'skipped' && isCi)) process.exitCode = 1;
    lines.push(`  ${name.padEnd(16)} ${verdict.padEnd(8)} ${seconds(suiteStartedAtMs)}`);
    // The other suites need the build.
    if (name === buildSuite.name && verdict === 'failed') break;
  }
  console.log(`\n${lines.join('\n')}\n  ${'total'.padEnd(25)} ${seconds(startedAtMs)}`);
  // Last, because CI shows the end of the output first.
  console.log(readFileSync(summaryFile, 'utf8'));
  rmSync(dirname(summaryFile), { recursive: true });
});

/**
 * @param {string | null} electronFolder
 * @returns {{ readonly quick: readonly Suite[], readonly rest: readonly Suite[] }}
 */
function suitesOn(electronFolder) {
  const pages = findPageEngine();
  const electron = findElectronToTest(electronFolder);
  const screens = ['--project=screens', '--project=released'];
  const node = { ok: /** @type {const} */ (true), env: {}, what: `Node ${process.versions.node}` };
  return {
    quick: [
      vitest('unit', node, ['unit', 'core', 'sqlite']),
      playwright('screens (main)', pages, [...screens, `--grep=${mainTag}`]),
      playwright('desk (main)', pages, ['--project=desk', `--grep=${mainTag}`]),
      playwright('page (main)', pages, ['--project=page', `--grep=${mainTag}`]),
      playwright('electron (main)', electron, ['--project=electron', `--grep=${mainTag}`]),
    ],
    rest: [
      vitest('slow', node, ['slow', 'slow-sqlite']),
      vitest('postgresql', findPostgresqlToTest(), ['postgresql']),
      {
        name: 'windows',
        run: () => runWithProgram('windows', findWine(), [join(root, 'scripts/test-windows.js')]),
      },
      {
        name: 'sdks',
        run: () =>
          runWithProgram('sdks', node, [
            '--conditions=latchkey-source',
            join(root, 'scripts/sdks.js'),
          ]),
      },
      playwright('screens (rest)', pages, [...screens, `--grep-invert=${mainTag}`]),
      playwright('desk (rest)', pages, ['--project=desk', `--grep-invert=${mainTag}`]),
      playwright('page (rest)', pages, ['--project=page', `--grep-invert=${mainTag}`]),
      playwright('gallery', pages, ['--project=gallery']),
      playwright('engine', electron, ['--project=engine']),
      playwright('electron (rest)', electron, ['--project=electron', `--grep-invert=${mainTag}`]),
      playwright('preview', findBrowser(), ['--project=preview']),
    ],
  };
}

/**
 * @param {string} name
 * @param {TestProgram} testProgram
 * @param {readonly string[]} projects of vitest.config.ts
 * @returns {Suite}
 */
function vitest(name, testProgram, projects) {
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [cli, 'run', ...projects.map((project) => `--project=${project}`)];
  return { name, run: () => runWithProgram(name, testProgram, args) };
}

/**
 * @param {string} name
 * @param {TestProgram} testProgram
 * @param {readonly string[]} which arguments that select projects and tests of playwright.config.ts
 * @returns {Suite}
 */
function playwright(name, testProgram, which) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  return { name, run: () => runWithProgram(name, testProgram, [cli, 'test', ...which]) };
}

/**
 * @param {string} name
 * @param {TestProgram} testProgram
 * @param {readonly string[]} args
 * @returns {Promise<Verdict>}
 */
async function runWithProgram(name, testProgram, args) {
  if (!testProgram.ok) {
    console.log(`\n${name}: skipped, because ${testProgram.reason}`);
    return 'skipped';
  }
  console.log(`\n${name}, ${testProgram.what}`);
  return run(process.execPath, args, {
    GALLERY_PICTURES: 'none',
    TEST_SUMMARY_FILE: summaryFile,
    ...testProgram.env,
  });
}

/** @param {string} script a script of package.json */
function npm(script) {
  const cli = process.env.npm_execpath;
  return cli === undefined
    ? run('npm', ['run', script])
    : run(process.execPath, [cli, 'run', script]);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Verdict>}
 */
async function run(program, args, env = {}) {
  const child = startChild(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0 ? 'passed' : 'failed';
}

/**
 * @param {readonly Promise<Verdict>[]} verdicts
 * @returns {Promise<Verdict>}
 */
async function all(verdicts) {
  return (await Promise.all(verdicts)).includes('failed') ? 'failed' : 'passed';
}

/** @param {number} sinceMs */
function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(0).padStart(5)} s`;
}
