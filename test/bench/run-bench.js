// Runs all measurements and prints the table; exit code 1 if a bound is broken. A measurement that
// is impossible on this machine is reported with its reason, and counts as broken with CI=true.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, root } from '../../scripts/build-if-stale.js';
import { endChildren } from '../../scripts/children.js';
import { Refusal, runScript } from '../../scripts/refusal.js';
import { buildOtherCommit } from './against/other-commit.js';
import { runAgainst } from './against/run-against.js';
import { account } from './measures/account.js';
import { bridge } from './measures/bridge.js';
import { commandLine } from './measures/command-line.js';
import { delivery } from './measures/delivery.js';
import { deviceId } from './measures/device-id.js';
import { language } from './measures/language.js';
import { listReads } from './measures/list-reads.js';
import { login } from './measures/login.js';
import { packageSize } from './measures/package-size.js';
import { rendererSize } from './measures/renderer-size.js';
import { serviceBulk, serviceBulkPostgresql } from './measures/service-bulk.js';
import { serviceImport } from './measures/service-import.js';
import { serviceLayers } from './measures/service-layers.js';
import { serviceManifests } from './measures/service-manifests.js';
import { serviceMemory } from './measures/service-memory.js';
import { serviceMix } from './measures/service-mix.js';
import { serviceNeighbours } from './measures/service-neighbours.js';
import { serviceProcesses, serviceProcessesOnOneFile } from './measures/service-processes.js';
import { serviceSpeed } from './measures/service-speed.js';
import { serviceStart } from './measures/service-start.js';
import { serviceUsers } from './measures/service-users.js';
import { startAndMemory } from './measures/start-and-memory.js';
import { NotMeasured, setStage } from './stage.js';
import { allWell, tableOf } from './table.js';

/** @typedef {import('./table.js').Row} Row */

const all = {
  rendererSize,
  startAndMemory,
  deviceId,
  delivery,
  login,
  account,
  language,
  bridge,
  packageSize,
  commandLine,
  serviceStart,
  serviceSpeed,
  serviceMix,
  serviceMemory,
  serviceUsers,
  serviceProcesses,
  serviceNeighbours,
  serviceBulk,
  serviceBulkPostgresql,
  serviceImport,
  serviceProcessesOnOneFile,
  serviceLayers,
  serviceManifests,
  listReads,
};
const mustMeasure = process.env.CI === 'true';
/**
 * `npm run bench -- login bridge` selects measurements; `-- --against COMMIT` compares two commits;
 * `-- --guard` compares what hot operations cost with the committed tables, which `--print` prints
 * again (docs/engineering/plans.md).
 */
const { values, positionals: only } = parseArgs({
  options: {
    against: { type: 'string' },
    guard: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

await runScript(async () => {
  if (values.guard) return guard();
  if (values.against !== undefined) return compareWith(values.against);
  const unknown = only.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw new Refusal(
      `There is no measurement "${unknown}"; there are ${Object.keys(all).join(', ')}.`,
    );
  const stage = await setStage();
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const [name, measurement] of Object.entries(all)) {
      if (only.length > 0 && !only.includes(name)) continue;
      console.error(`Measuring ${measurement.bounds.map((bound) => bound.name).join(', ')} ...`);
      rows.push(...(await rowsOf(measurement, stage)));
    }
  } finally {
    await stage.clear();
  }
  const { electron } = stage;
  printRows(rows, `In ${electron.ok ? `Electron ${electron.version}` : 'no Electron'}`);
});
// Leftovers of an aborted measurement must not keep this process alive.
process.exit();

/** On both databases, without PostgreSQL on SQLite alone. */
function guard() {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const projects = ['--project', 'slow-sqlite', '--project', 'postgresql'];
  const env = { ...process.env, ...(values.print && { COST_TABLE: 'print' }) };
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, 'cost-guard'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

/** @param {string} commit */
async function compareWith(commit) {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  try {
    const other = buildOtherCommit(commit, folder);
    try {
      const rows = await runAgainst({ project: root, name: 'this' }, other, folder);
      printRows(rows, `Each of this project by the same of ${other.name}`);
    } finally {
      other.remove();
    }
  } finally {
    await endChildren();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Row[]} rows
 * @param {string} where
 */
function printRows(rows, where) {
  console.log(`\n${where}, ${busyness()}`);
  console.log(tableOf(rows, mustMeasure));
  for (const line of rows.flatMap(({ details = [] }) => details)) console.log(`  ${line}`);
  if (!allWell(rows, mustMeasure)) process.exitCode = 1;
}

/** Medians of alternating runs tolerate some other load on the machine, but not much. */
function busyness() {
  const [load = 0] = loadavg();
  const said = `load ${load.toFixed(1)} on ${cpus().length} processors`;
  return load > cpus().length * 1.5 ? `${said}: TOO BUSY to believe a broken bound` : said;
}

/**
 * @param {import('./table.js').Measurement} measurement
 * @param {import('./stage.js').Stage} stage
 * @returns {Promise<Row[]>}
 */
async function rowsOf({ bounds, measure }, stage) {
  try {
    const findings = await measure(stage);
    return bounds.map((bound, index) => ({ ...bound, ...(findings[index] ?? noFinding) }));
  } catch (error) {
    const failed = !(error instanceof NotMeasured);
    if (failed) console.error(error);
    const figures = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return bounds.map((bound) => ({ ...bound, measured: null, failed, figures }));
  }
}

const noFinding = { measured: null, failed: true, figures: 'nothing was found' };
