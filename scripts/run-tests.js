// `npm test`: types, lint and format, the build, then each suite as a process of its own. The last lines say what ran where
// and what was skipped and why; the counts come from the suites' own reports.
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './build-if-stale.js';
import { startChild } from './children.js';
import { runScript } from './refusal.js';
import {
  findBrowser,
  findElectronToTest,
  findEngine,
  findPostgresqlToTest,
  findSqlite,
  setUpMachine,
} from './test-machine.js';
import { countReport, countsLine, failedTests, sumCounts } from './test-reports.js';

const reports = join(root, 'test-results/reports');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');

/** More of them in one suite are a fault of the product, and run no second time. */
const fewFailures = 5;

/**
 * @typedef {import('./test-machine.js').Place} Place
 * @typedef {import('./test-reports.js').Counts} Counts
 * @typedef {import('./test-reports.js').FailedTest} FailedTest
 * @typedef {{ name: string, counts: Counts, said: string, failed?: FailedTest[], unsteady?: FailedTest[], ms?: number }} Outcome
 */

await runScript(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const electronFolder = setUpMachine();
  const outcomes = [await timed(check())];
  const problem = await buildProblem();
  if (problem !== null) return summarise([...outcomes, problem]);
  const node = { ok: /** @type {const} */ (true), env: {}, wrapper: [] };
  const inNode = { ...node, where: `in Node ${process.versions.node}` };
  outcomes.push(await timed(vitest('unit', inNode)));
  outcomes.push(await timed(vitest('core', inNode)));
  outcomes.push(await timed(vitest('sqlite', findSqlite())));
  outcomes.push(await timed(vitest('postgresql', findPostgresqlToTest())));
  const engine = findEngine();
  outcomes.push(await timed(inWindows('gallery', engine)));
  outcomes.push(await timed(inWindows('screens', engine)));
  outcomes.push(await timed(inWindows('released', engine)));
  const electron = findElectronToTest(electronFolder);
  outcomes.push(await timed(inWindows('electron-pages', electron)));
  outcomes.push(await timed(inWindows('electron', electron)));
  outcomes.push(await timed(inWindows('preview', findBrowser())));
  summarise(outcomes);
});

/**
 * @param {Promise<Outcome>} outcome
 * @returns {Promise<Outcome>} with the time that it took
 */
async function timed(outcome) {
  const startedAtMs = performance.now();
  return { ...(await outcome), ms: performance.now() - startedAtMs };
}

/**
 * Types, modules, lint and format have no report that counts: they add nothing, or one failure. Lint takes as long as all others
 * together and runs beside them.
 * @returns {Promise<Outcome>}
 */
async function check() {
  const npm = process.env.npm_execpath;
  const [program, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  /** @param {string[]} names @returns {Promise<number | null>} */
  const inTurn = async ([name, ...others]) => {
    if (name === undefined) return 0;
    const exitCode = await run([program, ...args, 'run', name], {});
    return exitCode === 0 ? inTurn(others) : exitCode;
  };
  const exitCodes = await Promise.all([
    inTurn(['check:lint']),
    inTurn(['check:types', 'check:modules', 'check:format']),
  ]);
  const failed = exitCodes.every((exitCode) => exitCode === 0) ? 0 : 1;
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
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const command = [process.execPath, cli, 'run', '--project', name];
  return suite(name, 'vitest', place, (file, again) => [
    ...command,
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...new Set(again.map((test) => test.file)),
  ]);
}

/**
 * One project of playwright.config.ts.
 * @param {string} name
 * @param {Place} place
 */
function inWindows(name, place) {
  const command = [process.execPath, playwright, 'test', '--project', name];
  return suite(name, 'playwright', place, (_, again) => [
    ...command,
    '--reporter=list,json',
    ...(again.length > 0 ? ['--last-failed'] : []),
  ]);
}

/**
 * Runs a suite. Where a few tests of it fail they run once more, by themselves: what then passes was disturbed by the machine or
 * is unsteady. It does not stop the rest, and its name stands at the end until somebody has found out why.
 * @param {string} name
 * @param {'vitest' | 'playwright'} kind
 * @param {Place} place
 * @param {(file: string, again: readonly FailedTest[]) => string[]} command writes its report there
 * @returns {Promise<Outcome>}
 */
async function suite(name, kind, place, command) {
  if (!place.ok) {
    const failed = process.env.CI === 'true' ? 1 : 0;
    const counts = { passed: 0, failed, skipped: 1 - failed };
    return { name, counts, said: `SKIPPED: ${place.reason}` };
  }
  /** @param {string} file @param {readonly FailedTest[]} again */
  const runOnce = async (file, again) => {
    const env = { ...place.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, GALLERY_PICTURES: 'none' };
    const exitCode = await run([...place.wrapper, ...command(file, again)], env);
    return { counts: countReport(kind, file, exitCode), failed: failedTests(kind, file) };
  };
  const first = await runOnce(join(reports, `${name}.json`), []);
  const few = first.failed.length > 0 && first.failed.length <= fewFailures;
  if (!few || first.failed.length !== first.counts.failed)
    return { name, ...first, said: `${countsLine(first.counts)} ${place.where}` };
  const second = await runOnce(join(reports, `${name}-again.json`), first.failed);
  const stillFailed = new Set(second.failed.map((test) => test.name));
  const failed = first.failed.filter((test) => stillFailed.has(test.name));
  // A second run that counts a failure without a name is no excuse for the first.
  const failures = Math.max(failed.length, second.counts.failed);
  const unsteady = first.failed.filter((test) => !stillFailed.has(test.name));
  const passed = first.counts.passed + first.counts.failed - failures;
  const counts = { passed, failed: failures, skipped: first.counts.skipped };
  const remark = unsteady.length === 0 ? '' : `, ${unsteady.length} only at the second try`;
  return { name, counts, said: `${countsLine(counts)}${remark} ${place.where}`, failed, unsteady };
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
  for (const { name, said, ms } of outcomes)
    console.log(`  ${name.padEnd(14)} ${ms === undefined ? said : `${said}, ${minutes(ms)}`}`);
  listTests('Failed', outcomes, ({ failed }) => failed);
  listTests(
    'Failed once and passed by themselves: find out why',
    outcomes,
    ({ unsteady }) => unsteady,
  );
  if (total.failed > 0) process.exitCode = 1;
  console.log(`${countsLine(total)}, ${minutes(performance.now())}`);
}

/** @param {number} ms */
function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} min`;
}

/**
 * @param {string} title
 * @param {readonly Outcome[]} outcomes
 * @param {(outcome: Outcome) => readonly FailedTest[] | undefined} choose
 */
function listTests(title, outcomes, choose) {
  const lines = outcomes.flatMap((outcome) =>
    (choose(outcome) ?? []).map(
      (test) => `  ${outcome.name}  ${test.file}  ${test.name}\n    ${test.message}`,
    ),
  );
  if (lines.length > 0) console.log([title, ...lines.slice(0, 30)].join('\n'));
}
