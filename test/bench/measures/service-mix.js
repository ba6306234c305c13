// Measures the latency of reads beside writes, on one core; only the reads are timed. Under full
// load the serving thread is never idle: the p99 beside sign-ins, redeems and new sessions is
// compared with the median. With few connections, the thread is idle during hashes, so most reads
// are undisturbed: the p99 is compared with the p99 of reads alone, and, on a disk whose syncs take
// 2 ms, the median with the median of reads alone.
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
/**
 * Enough that some request is always ready, however many wait for a hash. Sign-ins beyond the hash
 * queue are answered "overloaded".
 */
const manyConnections = 128;
const rounds = 3;
const requests = 6000;
/** Warm-up requests of a mix. */
const first = 2000;
/** One in this many requests writes, with each kind in turn. */
const oneWriteIn = 20;

/** @typedef {{ p50: number, p99: number }} Times */
/** @typedef {import('../service/load.js').Reply} Reply */
/** @typedef {(index: number) => Record<string, string>} Way */

/** @type {import('../table.js').Measurement} */
export const serviceMix = {
  bounds: [
    { name: 'var and check beside 5 % of writes under full load, p99 / p50', bound: 2, unit: 'x' },
    { name: 'var and check beside 5 % of writes, p99 / p99 alone', bound: 2, unit: 'x' },
    { name: 'var and check beside writes to a slow disk, p50 / alone', bound: 1.5, unit: 'x' },
  ],
  measure: async ({ folder }) => {
    needSlowSync();
    const data = await mkdtemp(join(folder, 'service-mix-'));
    const keys = await seed(data, (first + requests) * 2 * rounds);
    moveLoad('beside');
    const here = await timesOf(startService, data, keys);
    const slow = await timesOf(startServiceOnSlowDisk, data, keys);
    return [
      {
        measured: here.full.p99 / here.full.p50,
        figures: `${manyConnections} connections: ${said(here.full)}; ${here.busy} of ${here.signIns} sign-ins told to come again`,
      },
      { measured: here.all.p99 / here.alone.p99, figures: beside(here.all, here.alone) },
      {
        measured: slow.writes.p50 / slow.alone.p50,
        figures: `syncs of 2 ms: ${beside(slow.writes, slow.alone)}`,
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
  /** @type {Record<'alone' | 'writes' | 'all' | 'full', Times[]>} */
  const times = { alone: [], writes: [], all: [], full: [] };
  const counts = { signIns: 0, busy: 0 };
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
    const mixed = (/** @type {readonly Way[]} */ ways) => ({
      ...load,
      path: (/** @type {number} */ index) => clientPath((wayOf(ways, index) ?? read)(index)),
      timed: (/** @type {number} */ index) => wayOf(ways, index) === null,
    });
    const all = [login, redeem, init];
    times.writes.push(await warmLoad(mixed([redeem, init]), first));
    times.all.push(await warmLoad(mixed(all), first));
    const full = mixed(all);
    const right = (/** @type {Reply} */ reply, /** @type {number} */ index) => {
      if (wayOf(all, index) !== login) return hasBody(reply);
      counts.signIns += 1;
      if (hasBody(reply)) return true;
      counts.busy += 1;
      return reply.body.includes('"reason":"overloaded"');
    };
    times.full.push(
      await warmLoad(
        { ...full, connections: manyConnections, requests: 2 * requests, right },
        first,
      ),
    );
  };
  for (let index = 0; index < rounds; index += 1) await withService(data, round, start);
  return {
    alone: middle(times.alone),
    writes: middle(times.writes),
    all: middle(times.all),
    full: middle(times.full),
    ...counts,
  };
}

/**
 * @param {readonly Times[]} times
 * @returns {Times}
 */
function middle(times) {
  return { p50: median(times.map(({ p50 }) => p50)), p99: median(times.map(({ p99 }) => p99)) };
}

/** @param {Times} times */
function said({ p50, p99 }) {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/**
 * @param {Times} times
 * @param {Times} alone
 */
function beside(times, alone) {
  return `${said(times)} beside 5 % of writes; alone ${said(alone)}`;
}

/**
 * Returns the kind of write of this request, or null for a read.
 * @param {readonly Way[]} ways
 * @param {number} index
 * @returns {Way | null}
 */
function wayOf(ways, index) {
  return index % oneWriteIn === 0 ? (ways[(index / oneWriteIn) % ways.length] ?? null) : null;
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
