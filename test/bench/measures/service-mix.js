// How long reads take while others write, on one core: only the reads are timed. Beside redeems and new sessions the slowest
// hundredth is compared with the median, and on a disk whose syncs take 2 ms the median with that of reads alone. Beside sign-ins too the
// slowest hundredth is compared with that of reads alone: hashes leave the thread idle, so that the median is of reads that find
// nobody in the way, and their threads share the core with the one that answers.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../figures.js';
import { askOnce } from '../service/load.js';
import { clientPath, variable } from '../service/seed.js';
import { moveLoad, needSlowSync, startService, startServiceOnSlowDisk } from '../service/server.js';
import { seed } from './service-speed.js';
import {
  hasBody,
  loginOf,
  redeemOf,
  signIn,
  users,
  warmLoad,
  withService,
} from '../service/use.js';

const connections = 16;
const rounds = 3;
const requests = 6000;
/** Of a mix, before it is timed. */
const first = 2000;
/** One request in so many writes: in turns one of each kind. */
const oneWriteIn = 20;

/** @typedef {{ p50: number, p99: number }} Times */

/** @type {import('../table.js').Measurement} */
export const serviceMix = {
  bounds: [
    { name: 'var and check beside redeems and inits, p99 / p50', bound: 2, unit: 'x' },
    { name: 'var and check beside sign-ins too, p99 / p99 alone', bound: 2, unit: 'x' },
    { name: 'var and check beside writes to a slow disk, p50 / alone', bound: 1.5, unit: 'x' },
  ],
  measure: async ({ folder }) => {
    needSlowSync();
    const data = await mkdtemp(join(folder, 'service-mix-'));
    const keys = await seed(data, (first + requests) * rounds);
    moveLoad('beside');
    const here = await timesOf(startService, data, keys);
    const slow = await timesOf(startServiceOnSlowDisk, data, keys);
    return [
      { measured: here.writes.p99 / here.writes.p50, figures: said(here.writes, here.alone) },
      { measured: here.all.p99 / here.alone.p99, figures: said(here.all, here.alone) },
      {
        measured: slow.writes.p50 / slow.alone.p50,
        figures: `syncs of 2 ms: ${said(slow.writes, slow.alone)}`,
      },
    ];
  },
};

/**
 * @param {typeof startServiceOnSlowDisk} start
 * @param {string} data
 * @param {string[]} keys
 */
async function timesOf(start, data, keys) {
  /** @type {Record<'alone' | 'writes' | 'all', Times[]>} */
  const times = { alone: [], writes: [], all: [] };
  const round = async (/** @type {string} */ url) => {
    const sessions = await signIn(url, connections);
    const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
    const read = readOf(sessions);
    const load = { url, connections, requests, right: hasBody };
    const alone = { ...load, path: (/** @type {number} */ index) => clientPath(read(index)) };
    times.alone.push(await warmLoad(alone));
    const redeem = (/** @type {number} */ index) => redeemOf(sessionid, index, keys.pop());
    const init = () => ({ type: 'init' });
    const login = (/** @type {number} */ index) => loginOf(sessionid, index % users);
    for (const [name, ways] of /** @type {const} */ ([
      ['writes', [redeem, init]],
      ['all', [login, redeem, init]],
    ])) {
      const path = (/** @type {number} */ index) =>
        clientPath(isWrite(index) ? writeOf(ways, index) : read(index));
      const beside = { ...load, path, timed: (/** @type {number} */ index) => !isWrite(index) };
      times[name].push(await warmLoad(beside, first));
    }
  };
  for (let index = 0; index < rounds; index += 1) await withService(data, round, start);
  return { alone: middle(times.alone), writes: middle(times.writes), all: middle(times.all) };
}

/**
 * @param {readonly Times[]} times
 * @returns {Times}
 */
function middle(times) {
  return { p50: median(times.map(({ p50 }) => p50)), p99: median(times.map(({ p99 }) => p99)) };
}

/**
 * @param {Times} beside
 * @param {Times} alone
 */
function said(beside, alone) {
  const of = (/** @type {Times} */ { p50, p99 }) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return `${of(beside)} beside 5 % of writes; alone ${of(alone)}`;
}

function isWrite(/** @type {number} */ index) {
  return index % oneWriteIn === 0;
}

/**
 * @param {readonly ((index: number) => Record<string, string>)[]} ways
 * @param {number} index
 */
function writeOf(ways, index) {
  return ways[(index / oneWriteIn) % ways.length]?.(index) ?? {};
}

/**
 * @param {readonly string[]} sessions
 * @returns {(index: number) => Record<string, string>}
 */
function readOf(sessions) {
  return (index) => ({
    ...(index % 2 === 0 ? { type: 'check' } : { type: 'var', varid: variable.varid }),
    sessionid: sessions[index % sessions.length] ?? '',
  });
}
