// Repeats situations that once blocked all requests or ended the service: very many expired
// sessions, a locked row, a log whose reader is gone. Prints the rows of
// docs/engineering/measurements.md.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildIfStale, root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { startFull } from '../size/full.js';
import { timed } from '../size/part.js';

const { fetch } = globalThis;

const most = { check: 50, gap: 200, endMs: 1000 };
const mostUsers = 200_000;
const asking = 30;
const heldMs = 10_000;
const aloneMs = 3000;
const closedLogs = 7;
const answersEach = 20;

/** @typedef {import('../size/full.js').Full} Full */

/** @type {import('../run-soak.js').Part} */
export const waits = {
  title: 'A night: sessions that are over, a row that somebody holds, a log that nobody reads',
  async run({ folder, users, databases, say }) {
    await buildIfStale();
    mkdirSync(folder, { recursive: true });
    /** @type {string[]} */
    const bad = [];
    let tried = 0;
    /** @param {string} label @param {{ row: string, wrong: readonly string[] }} outcome */
    const note = (label, { row, wrong }) => {
      tried += 1;
      say(`| ${label} | ${row} |`);
      bad.push(...wrong.map((line) => `${label}: ${line}`));
    };
    for (const database of databases) {
      const service = await startFull(folder, database, Math.min(users, mostUsers));
      try {
        if (service.databaseUrl !== undefined)
          note('a row is held', await whileHeld(service, service.databaseUrl));
        note(`${database}: sessions are over`, await whileSwept(service));
      } finally {
        await service.end();
      }
    }
    note('nobody reads the log', await withClosedLogs(folder));
    return { tried, well: tried - Math.min(tried, bad.length), bad, notes: [], isWhole: true };
  },
};

/** @param {Full} service */
async function whileSwept(service) {
  await service.expire();
  const alone = await timed(service, () => pause(aloneMs));
  let initMs = Number.NaN;
  const figures = await timed(service, async () => {
    const swept = service.sweep();
    await pause(100);
    initMs = (await service.program({ type: 'init' })).ms;
    await swept;
  });
  return {
    row: [
      shownSeconds(figures.ms),
      `init ${shown(initMs)}`,
      waited(figures),
      `without: ${waited(alone)}`,
    ].join(' | '),
    wrong: [...faultsOf(figures), ...(initMs > most.gap ? [`init took ${shown(initMs)}`] : [])],
  };
}

/** Thirty redeems of a key whose row another program locks. @param {Full} service @param {string} databaseUrl */
async function whileHeld(service, databaseUrl) {
  const other = new pg.Client(databaseUrl);
  await other.connect();
  const { sessionid } = (await service.program({ type: 'init' })).body;
  const session = { sessionid: String(sessionid), username: 'user-1' };
  const redeem = async () =>
    (await service.program({ ...session, type: 'upgrade', key: 'KEY-1' })).body;
  await other.query('begin');
  await other.query(`select 1 from licenses where "key" = 'KEY-1' for update`);
  let [busy, others] = [0, 0];
  const figures = await timed(service, async () => {
    const endsAt = performance.now() + heldMs;
    const one = async () => {
      while (performance.now() < endsAt)
        if ((await redeem())['reason'] === 'overloaded') busy += 1;
        else others += 1;
    };
    await Promise.all(Array.from({ length: asking }, one));
  });
  await other.query('rollback');
  await other.end();
  const after = [await redeem(), await redeem()].map((body) => body['success'] === true);
  const wrong = [];
  if (figures.usual > most.check) wrong.push(`a check took ${shown(figures.usual)} (median)`);
  if (figures.failed > 0) wrong.push(`${figures.failed} redeems of another application failed`);
  if (others > 0) wrong.push(`${others} were told something else than that it is busy`);
  if (after.join() !== 'true,false') wrong.push('afterwards the key was not redeemed once');
  const row = [`${busy} told to come again`, `a check ${shown(figures.usual)}`, waited(figures)];
  return { row: row.join(' | '), wrong };
}

/** @param {string} folder */
async function withClosedLogs(folder) {
  const data = mkdtempSync(join(folder, 'data-'));
  /** @type {string[]} */
  const wrong = [];
  let slowest = 0;
  for (let time = 1; time <= closedLogs; time += 1) {
    const args = ['serve', '--data', data, '--port', '0', '--demo', '--json'];
    const child = startChild(process.execPath, [join(root, 'bin/latchkey.js'), ...args], {
      stdout: 'pipe',
      stderr: 'pipe',
    });
    if (child.stdout === null) throw new Error('Its output is not read');
    const exited = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { url } = JSON.parse(String(line));
    child.stdout.destroy();
    child.stderr?.destroy();
    for (let requestCount = 0; requestCount < answersEach; requestCount += 1)
      if ((await fetch(`${url}/nothing`)).status !== 404) wrong.push(`time ${time}: no answer`);
    const signalledAt = performance.now();
    child.kill('SIGHUP');
    const [exitCode] = await exited;
    slowest = Math.max(slowest, performance.now() - signalledAt);
    if (exitCode !== 0) wrong.push(`time ${time}: it ended with ${String(exitCode)}`);
  }
  rmSync(data, { recursive: true, force: true });
  if (slowest > most.endMs) wrong.push(`a hangup was heard after ${shown(slowest)}`);
  return {
    row: `${closedLogs} times, ended ${wrong.length} | ended by a hangup within ${shown(slowest)}`,
    wrong,
  };
}

/** @typedef {Awaited<ReturnType<typeof timed>>} Figures @param {Figures} figures @returns {string[]} */
function faultsOf({ check, gap, failed }) {
  const wrong = [];
  if (check > most.check) wrong.push(`a check took ${shown(check)} (p99)`);
  if (gap > most.gap) wrong.push(`a check took ${shown(gap)}`);
  if (failed > 0) wrong.push(`${failed} redeems failed`);
  return wrong;
}

/** @param {Figures} figures */
function waited({ check, gap, failed }) {
  return `others ${shown(check)} and ${shown(gap)}, ${failed} redeems failed`;
}

/** @param {number} ms */
function shown(ms) {
  return `${ms.toFixed(0)} ms`;
}

/** @param {number} ms */
function shownSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
