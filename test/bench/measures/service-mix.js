// How long reads take while others write, on one core: only the reads are timed.
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
const warmUp = 2000;
const requests = 6000;
/** One request in so many writes: in turns a sign-in, a redeem and a new session. */
const oneWriteIn = 20;

/** @type {import('../table.js').Measurement} */
export const serviceMix = {
  bounds: [{ name: 'var and check beside writes, p99 / p50', bound: 2, unit: 'x' }],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-mix-'));
    const keys = await seed(data, (warmUp + requests) * rounds);
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
  /** @type {number[]} */
  const tails = [];
  let figures = '';
  for (let round = 0; round < rounds; round += 1)
    await withService(data, async (url) => {
      const sessions = await signIn(url, connections);
      const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
      const isWrite = (/** @type {number} */ index) => index % oneWriteIn === 0;
      /** @type {(index: number) => Record<string, string>} */
      const read = (index) => ({
        ...(index % 2 === 0 ? { type: 'check' } : { type: 'var', varid: variable.varid }),
        sessionid: sessions[index % sessions.length] ?? '',
      });
      const ways = [
        (/** @type {number} */ index) => loginOf(sessionid, index % users),
        (/** @type {number} */ index) => redeemOf(sessionid, index, keys.pop()),
        () => ({ type: 'init' }),
      ];
      /** @type {(index: number) => Record<string, string>} */
      const write = (index) => ways[(index / oneWriteIn) % ways.length]?.(index) ?? {};
      const { p50, p99 } = await warmLoad(
        {
          ...{ url, connections, requests, right: hasBody },
          path: (index) => clientPath(isWrite(index) ? write(index) : read(index)),
          timed: (index) => !isWrite(index),
        },
        warmUp,
      );
      tails.push(p99 / p50);
      figures = `${p99.toFixed(1)} ms of ${p50.toFixed(1)} ms in the last round, 5 % sign-ins, redeems and inits`;
    });
  return { measured: median(tails), figures };
}
