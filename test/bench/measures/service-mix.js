// How long reads take while others write, on one core, beside how long they take alone: only the reads are timed. The slowest
// hundredth by the slowest hundredth: beside the median it would say how often nobody is in the way, as half of the reads of a
// mix find an idle thread, and a slow median would look good.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../figures.js';
import { askOnce } from '../service/load.js';
import { clientPath, variable } from '../service/seed.js';
import { moveLoad } from '../service/server.js';
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
/** Of the mix, before it is timed. */
const first = 2000;
/** One request in so many writes: in turns a sign-in, a redeem and a new session. */
const oneWriteIn = 20;

/** @type {import('../table.js').Measurement} */
export const serviceMix = {
  bounds: [{ name: 'var and check, p99 beside writes / alone', bound: 2, unit: 'x' }],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-mix-'));
    const keys = await seed(data, (first + requests) * rounds);
    moveLoad('beside');
    return [await measureMix(data, keys)];
  },
};

/**
 * @param {string} data
 * @param {string[]} keys
 * @returns {Promise<import('../table.js').Finding>}
 */
async function measureMix(data, keys) {
  /** @type {Record<'alone' | 'beside', { p50: number, p99: number }[]>} */
  const times = { alone: [], beside: [] };
  for (let round = 0; round < rounds; round += 1)
    await withService(data, async (url) => {
      const sessions = await signIn(url, connections);
      const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
      const read = readOf(sessions);
      const load = { url, connections, requests, right: hasBody };
      const alone = { ...load, path: (/** @type {number} */ index) => clientPath(read(index)) };
      times.alone.push(await warmLoad(alone));
      const write = writeOf(sessionid, keys);
      const beside = {
        ...load,
        path: (/** @type {number} */ index) =>
          clientPath(isWrite(index) ? write(index) : read(index)),
        timed: (/** @type {number} */ index) => !isWrite(index),
      };
      times.beside.push(await warmLoad(beside, first));
    });
  const of = (/** @type {keyof typeof times} */ which, /** @type {'p50' | 'p99'} */ part) =>
    median(times[which].map((one) => one[part]));
  const said = (/** @type {keyof typeof times} */ which) =>
    `p50 ${of(which, 'p50').toFixed(1)} ms, p99 ${of(which, 'p99').toFixed(1)} ms`;
  return {
    measured: of('beside', 'p99') / of('alone', 'p99'),
    figures: `${said('beside')} beside 5 % sign-ins, redeems and inits; alone ${said('alone')}`,
  };
}

function isWrite(/** @type {number} */ index) {
  return index % oneWriteIn === 0;
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

/**
 * @param {string} sessionid
 * @param {string[]} keys each is spent once
 * @returns {(index: number) => Record<string, string>}
 */
function writeOf(sessionid, keys) {
  const ways = [
    (/** @type {number} */ index) => loginOf(sessionid, index % users),
    (/** @type {number} */ index) => redeemOf(sessionid, index, keys.pop()),
    () => ({ type: 'init' }),
  ];
  return (index) => ways[(index / oneWriteIn) % ways.length]?.(index) ?? {};
}
