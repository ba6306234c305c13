// Measures a seller's operations on very many users, on both databases: their duration at a tenth
// of the size and at full size, and the latency of another application's checks and redeems
// meanwhile. Prints the rows of docs/engineering/measurements.md.
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { at, startFull } from './full.js';

/**
 * @typedef {Readonly<Record<string, string>>} Parameters
 * @typedef {{ ms: number, busy: number, usual: number, check: number, gap: number, failed: number }} Figures of one operation: its
 *   duration; its processor seconds in service and database; the median, p99 and longest of checks
 *   meanwhile, in ms; failed redeems
 * @typedef {import('./full.js').Full} Full
 */

const most = { check: 50, gap: 200, growth: 12, page: 2 };

/**
 * Each affects every row; operations that remove rows come last.
 * @type {readonly (readonly [string, Parameters])[]}
 */
const changes = [
  ['killall', {}],
  ['extend', { user: 'all', sub: 'Pro', expiry: '3' }],
  ['setvar', { user: 'all', var: 'one', data: 'x' }],
  ['resetalluser', {}],
  ['addtime', { time: '1' }],
  ['pauseapp', {}],
  ['unpauseapp', {}],
  ['dellogs', {}],
  ['delauditlog', {}],
  ['delunused', {}],
  ['delallusers', {}],
];
const lists = [
  'fetchallusers',
  'fetchallusernames',
  'fetchallkeys',
  'fetchallsessions',
  'fetchalllogs',
  'fetchauditlog',
];
const rowsOfPage = 1000;
const triesOfPage = 21;
/** Minimum number of checks beside an operation: a p99 of fewer is meaningless. */
const leastRounds = 100;
const roundsOfOthers = 200;

/** @type {import('../run-soak.js').Part} */
export const size = {
  title: 'Very many users: what a seller does to all of them, and who waits for it',
  async run({ folder, users, databases, say }) {
    mkdirSync(folder, { recursive: true });
    /** @type {string[]} */
    const bad = [];
    let tried = 0;
    for (const database of databases) {
      const few = await measured(folder, database, Math.round(users / 10), say);
      const all = await measured(folder, database, users, say);
      for (const [name, figures] of all.changes) {
        tried += 1;
        const before = few.changes.get(name);
        const growth = figures.ms / (before?.ms ?? Number.NaN);
        const ofWork = figures.busy / (before?.busy ?? Number.NaN);
        say(rowOf(`${database}: ${name}`, figures, `${growth.toFixed(1)} (${ofWork.toFixed(1)})`));
        /** @param {boolean} isBad @param {string} finding */
        const note = (isBad, finding) =>
          void (isBad && bad.push(`${database}, ${name}: ${finding}`));
        // Very short times grow by chance, and waits for other programs do not count.
        const grown = Math.min(growth, ofWork);
        note(figures.ms > 1000 && grown > most.growth, `${grown.toFixed(1)} times as long`);
        note(figures.check > most.check, `a check took ${figures.check.toFixed(0)} ms (p99)`);
        note(figures.gap > most.gap, `a check took ${figures.gap.toFixed(0)} ms`);
        note(figures.failed > 0, `${figures.failed} redeems failed`);
      }
      for (const [name, [first, last]] of all.pages) {
        tried += 1;
        say(`| ${database}: ${name} | ${first.toFixed(1)} ms | ${last.toFixed(1)} ms |`);
        if (last > most.page * first) bad.push(`${database}, ${name}: its last page is slow`);
      }
    }
    return { tried, well: tried - new Set(bad.map(storyOf)).size, bad, notes: [], isWhole: true };
  },
};

/** @param {string} line */
function storyOf(line) {
  return line.split(':', 1)[0];
}

/** @param {string} label @param {Figures} figures @param {string} growth */
function rowOf(label, { ms, busy, check, gap, failed }, growth) {
  const times = [check, gap].map((one) => `${one.toFixed(1)} ms`).join(' | ');
  return `| ${label} | ${(ms / 1000).toFixed(2)} s (${busy.toFixed(2)} s) | ${growth} | ${times} | ${failed} |`;
}

/**
 * @param {string} folder
 * @param {'sqlite' | 'postgresql'} database
 * @param {number} users
 * @param {(line: string) => void} say called for each figure immediately, because a run takes long
 */
async function measured(folder, database, users, say) {
  const service = await startFull(folder, database, users);
  try {
    /** @type {Map<string, readonly [number, number]>} */
    const pages = new Map();
    for (const list of lists) pages.set(list, await pagesOf(service, list, users));
    /** @type {Map<string, Figures>} */
    const found = new Map();
    // The smaller of two: the first rounds of a service cost more, and an overestimate of this
    // share would be subtracted from the work.
    const shares = [await ofEachRound(service, roundsOfOthers)];
    shares.push(await ofEachRound(service, roundsOfOthers));
    const ofOthers = Math.min(...shares);
    const reading = await timed(service, () => askAll(service, 'stats', {}), ofOthers);
    found.set('stats', reading);
    for (const [type, parameters] of changes) {
      const work = () => askAll(service, type, parameters);
      const figures = await timed(service, work, ofOthers);
      found.set(type, figures);
      say(`${users} users, ${rowOf(`${database}: ${type}`, figures, '')}`);
    }
    return { pages, changes: found };
  } finally {
    await service.end();
  }
}

/**
 * Times the first and the last page alternately. Returns the lower quartile of each, because other
 * load on the machine only ever makes a request slower.
 * @param {Full} service
 * @param {string} list
 * @param {number} users
 * @returns {Promise<readonly [number, number]>}
 */
async function pagesOf({ seller }, list, users) {
  /** @type {number[][]} */
  const times = [[], []];
  for (let index = 0; index < triesOfPage; index += 1)
    for (const [which, offset] of [0, users - rowsOfPage].entries()) {
      const { ms, body } = await seller(list, { offset: `${offset}`, limit: `${rowsOfPage}` });
      if (body['success'] !== true) throw new Error(`${list} failed: ${String(body['message'])}`);
      times[which]?.push(ms);
    }
  return [at(times[0] ?? [], 0.25), at(times[1] ?? [], 0.25)];
}

/** @param {Full} service @param {string} type @param {Parameters} parameters */
async function askAll({ seller }, type, parameters) {
  const { body } = await seller(type, parameters);
  if (body['success'] !== true) throw new Error(`${type} failed: ${String(body['message'])}`);
}

/**
 * Processor seconds of a round of `timed` without work.
 * @param {Full} service @param {number} rounds
 */
async function ofEachRound(service, rounds) {
  const before = busy(service);
  let left = rounds;
  const all = async () => {
    while ((left -= 1) > 0) await pause(10);
  };
  await timed(service, all);
  return (busy(service) - before) / rounds;
}

/** @param {Full} service */
function busy(service) {
  return service.processor() + service.databaseProcessor();
}

/**
 * @param {Full} service
 * @param {() => Promise<void>} work
 * @param {number} ofOthers processor seconds of a round without work, which are subtracted
 * @returns {Promise<Figures>}
 */
export async function timed(service, work, ofOthers = 0) {
  const startedAt = performance.now();
  const before = busy(service);
  let isOver = false;
  let rounds = 0;
  const working = work().then(() => {
    isOver = true;
    const ms = performance.now() - startedAt;
    return { ms, busy: busy(service) - before - rounds * ofOthers };
  });
  /** @type {number[]} */
  const checks = [];
  /** @type {Promise<unknown>[]} */
  const begun = [];
  let failed = 0;
  for (let round = 0; !isOver || round < leastRounds; round += 1) {
    rounds += 1;
    begun.push(service.check().then((ms) => checks.push(ms)));
    if (round % 20 === 0) begun.push(service.redeem().then((isWell) => (failed += isWell ? 0 : 1)));
    // Rejections are handled at the end, by Promise.all.
    for (const one of begun.slice(-2)) one.catch(() => undefined);
    await pause(10);
  }
  const took = await working;
  await Promise.all(begun);
  const [usual, check] = [at(checks, 0.5), at(checks, 0.99)];
  return { ...took, usual, check, gap: Math.max(...checks), failed };
}
