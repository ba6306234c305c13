// Measures a backup of a large data folder in use: its duration compared with copying the file, the
// latency of other requests, and the files left after it is stopped or killed. Prints the rows of
// docs/engineering/measurements.md.
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { buildIfStale, root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { at, startFull } from './full.js';

/** Bounds: `copy` as a multiple of copying the file, `check` of a check without a backup. */
const most = { copy: 2, check: 2, stopMs: 1000 };
const mostUsers = 1_200_000;
/** Shorter times are noise of the machine. */
const noWaitMs = 10;
const tries = 3;
const aloneMs = 3000;
const checkEveryMs = 10;
const redeemEvery = 100;

/** @typedef {import('./full.js').Full} Full */

/** @type {import('../run-soak.js').Part} */
export const backup = {
  title: 'A backup of a large service at work: how long it takes, and who waits for it',
  async run({ folder, users, say }) {
    await buildIfStale();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const service = await startFull(folder, 'sqlite', Math.min(users, mostUsers));
    /** @type {string[]} */
    const bad = [];
    try {
      for (const one of [whatItTakes, whatStopped, whatKilled]) {
        const { row, wrong } = await one(service, folder);
        say(row);
        bad.push(...wrong);
      }
    } finally {
      await service.end();
    }
    return { tried: 3, well: 3 - Math.min(3, bad.length), bad, notes: [], isWhole: true };
  },
};

/** @param {Full} service @param {string} folder */
async function whatItTakes(service, folder) {
  /** @type {Awaited<ReturnType<typeof roundOf>>[]} */
  const rounds = [];
  for (let index = 0; index < tries; index += 1) rounds.push(await roundOf(service, folder));
  /** @param {(round: Awaited<ReturnType<typeof roundOf>>) => number} of */
  const median = (of) => at(rounds.map(of), 0.5);
  /** @param {(round: Awaited<ReturnType<typeof roundOf>>) => readonly number[]} of */
  const late = (of) => at(rounds.flatMap(of), 0.99);
  const [copy, copyOfBackup] = [median((one) => one.copyMs), median((one) => one.copiedMs)];
  const [before, meanwhile] = [late((one) => one.alone), late((one) => one.beside)];
  const failed = rounds.reduce((sum, one) => sum + one.failed, 0);
  /** @type {string[]} */
  const wrong = rounds.flatMap(({ missing }) => (missing === null ? [] : [missing]));
  if (copyOfBackup > most.copy * copy)
    wrong.push(`copying took ${seconds(copyOfBackup)}, and copying the file ${seconds(copy)}`);
  if (meanwhile > Math.max(noWaitMs, most.check * before))
    wrong.push(`a check took ${shown(meanwhile)} (p99), and ${shown(before)} without`);
  if (failed > 0) wrong.push(`${failed} redeems failed`);
  const bytes = statSync(join(service.data, 'latchkey.sqlite')).size;
  const cells = [
    `${(bytes / 1024 ** 2).toFixed(0)} MiB, a redeem a second`,
    ...[copy, copyOfBackup, median((one) => one.wholeMs)].map(seconds),
    ...[before, meanwhile].map(shown),
    failed,
  ];
  return { row: `| ${cells.join(' | ')} |`, wrong };
}

/**
 * Times checks alternately without and beside a backup, so that other load affects both.
 * @param {Full} service @param {string} folder
 */
async function roundOf(service, folder) {
  const alone = await waitsOf(service, () => pause(aloneMs));
  const to = join(folder, 'backup');
  let [copyMs, copiedMs] = [Number.NaN, Number.NaN];
  await waitsOf(service, async () => {
    copyMs = await copied(join(service.data, 'latchkey.sqlite'), join(folder, 'file'));
  });
  const { checks, ms, failed, soldBefore } = await waitsOf(service, async () => {
    const running = startBackup(service, to);
    if ((await running.exited) !== 0) throw new Error('The backup failed');
    copiedMs = running.copiedMs();
  });
  const missing = whatIsMissing(to, soldBefore);
  rmSync(to, { recursive: true });
  return {
    alone: alone.checks,
    beside: checks,
    copyMs,
    copiedMs,
    wholeMs: ms,
    missing,
    failed: alone.failed + failed,
  };
}

/** A stopped backup ends immediately and leaves nothing. @param {Full} service @param {string} folder */
async function whatStopped(service, folder) {
  const to = join(folder, 'stopped');
  const running = startBackup(service, to);
  await running.begun;
  const stoppedAt = performance.now();
  running.child.kill('SIGTERM');
  const exitCode = await running.exited;
  const ms = performance.now() - stoppedAt;
  const left = namesLike(folder, 'stopped');
  const wrong = [];
  if (exitCode === 0) wrong.push('a backup that was stopped said that it was done');
  if (ms > most.stopMs) wrong.push(`a stop was heard after ${ms.toFixed(0)} ms`);
  if (left.length > 0) wrong.push(`a backup that was stopped left ${left.join(', ')}`);
  return {
    row: `| stopped in the middle: ended after ${ms.toFixed(0)} ms, left ${left.length} |`,
    wrong,
  };
}

/**
 * The remains of a killed backup do not count as a backup, and the next backup removes them.
 * @param {Full} service @param {string} folder
 */
async function whatKilled(service, folder) {
  const to = join(folder, 'killed');
  const killed = startBackup(service, to);
  await killed.begun;
  killed.child.kill('SIGKILL');
  await killed.exited;
  const wrong = existsSync(to) ? ['a backup that was killed looks like one'] : [];
  const half = namesLike(folder, 'killed').length;
  const exitCode = await startBackup(service, to).exited;
  const left = namesLike(folder, 'killed');
  if (exitCode !== 0) wrong.push('the backup after a killed one failed');
  if (left.join() !== 'killed') wrong.push(`after the next backup there are ${left.join(', ')}`);
  rmSync(to, { recursive: true, force: true });
  return { row: `| killed in the middle: left ${half}, the next one ${left.length - 1} |`, wrong };
}

/** @param {string} folder @param {string} start */
function namesLike(folder, start) {
  return readdirSync(folder).filter((name) => name.startsWith(start));
}

/** Runs the command line as users do. @param {Full} service @param {string} to */
function startBackup(service, to) {
  const args = ['backup', '--data', service.data, '--out', to, '--progress'];
  const child = startChild(process.execPath, [join(root, 'bin/latchkey.js'), ...args], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (child.stdout === null || child.stderr === null) throw new Error('Its output is not read');
  child.stdout.resume();
  const exited = once(child, 'exit').then(([code]) => /** @type {number | null} */ (code));
  /** @type {number[]} */
  const saidAt = [];
  const lines = createInterface({ input: child.stderr });
  const begun = new Promise((resolve) => {
    lines.on('line', () => {
      saidAt.push(performance.now());
      resolve(undefined);
    });
  });
  // `begun` also resolves if the backup exits without printing anything.
  return {
    child,
    exited,
    begun: Promise.race([begun, exited]),
    copiedMs: () => (saidAt.at(-1) ?? Number.NaN) - (saidAt[0] ?? Number.NaN),
  };
}

/**
 * Returns null if the backup has all keys that were redeemed before it.
 * @param {string} to @param {number} sold keys redeemed before the backup
 */
function whatIsMissing(to, sold) {
  const copy = new BetterSqlite3(join(to, 'latchkey.sqlite'), { readonly: true });
  const used = copy.prepare("select count(*) from licenses where status = 'used'").pluck().get();
  copy.close();
  return Number(used) >= sold
    ? null
    : `${sold} keys were redeemed, and ${Number(used)} are in the copy`;
}

/** Copies and syncs a file; returns ms. @param {string} from @param {string} to */
async function copied(from, to) {
  const startedAt = performance.now();
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
  const ms = performance.now() - startedAt;
  rmSync(to);
  return ms;
}

let sold = 0;

/** The latency of checks during `work`, with one redeem a second. @param {Full} service @param {() => Promise<void>} work */
async function waitsOf(service, work) {
  const soldBefore = sold;
  const startedAt = performance.now();
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  working.catch(() => undefined);
  /** @type {number[]} */
  const checks = [];
  /** @type {Promise<unknown>[]} */
  const begun = [];
  let failed = 0;
  for (let round = 0; !isOver; round += 1) {
    begun.push(service.check().then((ms) => checks.push(ms)));
    if (round % redeemEvery === 0)
      begun.push(
        service.redeem().then((isWell) => {
          if (isWell) sold += 1;
          else failed += 1;
        }),
      );
    await pause(checkEveryMs);
  }
  await working;
  const ms = performance.now() - startedAt;
  await Promise.all(begun);
  return { checks, ms, failed, soldBefore };
}

/** @param {number} ms */
function shown(ms) {
  return `${ms.toFixed(1)} ms`;
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}
