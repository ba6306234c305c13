// `npm test`: types, lint and format, the build, then each suite as a process of its own. The last lines say what ran where
// and what was skipped and why; the counts come from the suites' own reports.
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './build-if-stale.js';
import { startChild } from './children.js';
import { runScript } from './refusal.js';
import {
  findChromium,
  findElectronToTest,
  findPostgresqlToTest,
  findSqlite,
  setUpMachine,
} from './test-machine.js';
import { countReport, countsLine, sumCounts } from './test-reports.js';

const reports = join(root, 'test-results/reports');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');

/**
 * @typedef {import('./test-machine.js').Place} Place
 * @typedef {import('./test-reports.js').Counts} Counts
 * @typedef {{ name: string, counts: Counts, said: string }} Outcome
 */

await runScript(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const electronFolder = setUpMachine();
  const outcomes = [await check()];
  const problem = await buildProblem();
  if (problem !== null) return summarise([...outcomes, problem]);
  const node = { ok: /** @type {const} */ (true), env: {}, wrapper: [] };
  outcomes.push(await vitest('unit', { ...node, where: `in Node ${process.versions.node}` }));
  outcomes.push(await vitest('sqlite', findSqlite()));
  outcomes.push(await vitest('postgresql', findPostgresqlToTest()));
  const chromium = findChromium();
  outcomes.push(await inWindows('gallery', chromium));
  outcomes.push(await inWindows('screens', chromium));
  outcomes.push(await inWindows('development', chromium));
  const electron = findElectronToTest(electronFolder);
  outcomes.push(await inWindows('electron-pages', electron));
  outcomes.push(await inWindows('electron', electron));
  outcomes.push(await inWindows('preview', chromium));
  summarise(outcomes);
});

/**
 * Types, modules, lint and format have no report that counts: they add nothing, or one failure.
 * @returns {Promise<Outcome>}
 */
async function check() {
  const npm = process.env.npm_execpath;
  const [program, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const exitCode = await run([program, ...args, 'run', 'check'], {});
  const failed = exitCode === 0 ? 0 : 1;
  const said = failed === 0 ? 'types, modules, lint and format are in order' : 'failed';
  return { name: 'check', counts: { passed: 0, failed, skipped: 0 }, said };
}

/** @returns {Promise<Outcome | null>} */
async function buildProblem() {
  try {
    await build();
    return null;
  } catch (error) {
    console.error(error);
    const counts = { passed: 0, failed: 1, skipped: 0 };
    return { name: 'build', counts, said: 'failed, so no suite was run' };
  }
}

/**
 * One project of vitest.config.ts.
 * @param {string} name
 * @param {Place} place
 */
function vitest(name, place) {
  const file = join(reports, `${name}.json`);
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const how = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return suite(name, 'vitest', place, file, [
    process.execPath,
    cli,
    'run',
    '--project',
    name,
    ...how,
  ]);
}

/**
 * One project of playwright.config.ts.
 * @param {string} name
 * @param {Place} place
 */
function inWindows(name, place) {
  const file = join(reports, `${name}.json`);
  const command = [process.execPath, playwright, 'test', '--project', name];
  return suite(name, 'playwright', place, file, [...command, '--reporter=list,json']);
}

/**
 * @param {string} name
 * @param {'vitest' | 'playwright'} kind
 * @param {Place} place
 * @param {string} file the report
 * @param {string[]} command
 * @returns {Promise<Outcome>}
 */
async function suite(name, kind, place, file, command) {
  if (!place.ok) {
    const failed = process.env.CI === 'true' ? 1 : 0;
    const counts = { passed: 0, failed, skipped: 1 - failed };
    return { name, counts, said: `SKIPPED: ${place.reason}` };
  }
  const env = { ...place.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const exitCode = await run([...place.wrapper, ...command], env);
  const counts = countReport(kind, file, exitCode);
  return { name, counts, said: `${countsLine(counts)} ${place.where}` };
}

/**
 * Runs a command with its output on ours; resolves to its exit code, null when a signal ended it.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number | null>}
 */
async function run([program = '', ...args], env) {
  const child = startChild(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode;
}

/** @param {readonly Outcome[]} outcomes */
function summarise(outcomes) {
  const total = sumCounts(outcomes.map(({ counts }) => counts));
  console.log('\nWhat ran, and where');
  for (const { name, said } of outcomes) console.log(`  ${name.padEnd(14)} ${said}`);
  if (total.failed > 0) process.exitCode = 1;
  console.log(countsLine(total));
}
