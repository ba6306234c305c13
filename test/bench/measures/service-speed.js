// Measures the service's speed relative to the fastest possible, within one run. The server runs
// alone on one core, the load on others. Reads are compared with a server that only signs, writes
// with the bare statement, synced one by one.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { ratioOf } from '../figures.js';
import { rawHashRate } from '../service/hash-rate.js';
import { askOnce, runLoad } from '../service/load.js';
import {
  clientPath,
  openSqlite,
  password,
  seedApplication,
  seedLicenses,
  seedUsers,
  variable,
} from '../service/seed.js';
import {
  allRight,
  hasBody,
  loginOf,
  redeemOf,
  signIn,
  users,
  warmLoad,
  withService,
} from '../service/use.js';
import { rawWriteRate } from '../service/raw-writes.js';
import {
  moveLoad,
  needSlowSync,
  startBare,
  startService,
  startServiceOnSlowDisk,
} from '../service/server.js';

const connections = 16;
const rounds = 3;
const reads = 16_000;
const writes = 1000;
const logins = 400;
/** The service's own parameters. */
export const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** @type {import('../table.js').Measurement} */
export const serviceSpeed = {
  bounds: [
    { name: 'var / a bare signing node:http', bound: 0.53, unit: 'x', atLeast: true },
    { name: 'check / a bare signing node:http', bound: 0.47, unit: 'x', atLeast: true },
    { name: 'init / single inserts, 2 ms a sync', bound: 2.5, unit: 'x', atLeast: true },
    { name: 'redeem / single updates, 2 ms a sync', bound: 1.5, unit: 'x', atLeast: true },
    { name: 'login / raw argon2', bound: 0.5, unit: 'x', atLeast: true },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-speed-'));
    const keys = await seed(data);
    moveLoad('beside');
    const [variable, check] = await compareReads(data);
    const init = await compareInit(data);
    const redeem = await compareRedeem(data, keys);
    const login = await compareLogin(data);
    return [variable, check, init, redeem, login];
  },
};

/**
 * @param {string} data
 * @param {number} [count] of keys
 * @returns {Promise<string[]>} unused keys
 */
export async function seed(data, count = writes * rounds) {
  // The first start creates the tables.
  await (await startService(data)).end();
  const { insert, close } = openSqlite(data);
  const ids = await seedApplication(insert);
  const passwordHash = await hash(password, cost);
  await seedUsers(insert, ids, { from: 0, to: users, passwordHash });
  const keys = Array.from({ length: count }, () => randomBytes(15).toString('hex'));
  await seedLicenses(insert, ids, keys);
  close();
  return keys;
}

/**
 * @param {string} data
 * @returns {Promise<[import('../table.js').Finding, import('../table.js').Finding]>}
 */
async function compareReads(data) {
  const sessions = await withService(data, (url) => signIn(url, connections));
  const session = (/** @type {number} */ index) => sessions[index % sessions.length] ?? '';
  const { varid } = variable;
  const load = { connections, requests: reads };
  const askVar = (/** @type {number} */ index) =>
    clientPath({ type: 'var', sessionid: session(index), varid });
  const askCheck = (/** @type {number} */ index) =>
    clientPath({ type: 'check', sessionid: session(index) });
  /** @type {Record<'variable' | 'check' | 'bare', number[]>} */
  const rates = { variable: [], check: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    await withService(data, async (url) => {
      const forVar = await warmLoad({ ...load, url, path: askVar, right: hasValue });
      rates.variable.push(forVar.perSecond);
      const forCheck = await warmLoad({ ...load, url, path: askCheck, right: hasBody });
      rates.check.push(forCheck.perSecond);
    });
    const server = await startBare(data);
    const bare = await warmLoad({ ...load, url: server.url, path: askVar, right: hasBody });
    rates.bare.push(bare.perSecond);
    await server.end();
  }
  return [ratioOf(rates.variable, rates.bare), ratioOf(rates.check, rates.bare)];
}

/** @param {string} data */
async function compareInit(data) {
  needSlowSync();
  /** @type {{ ours: number[], raw: number[] }} */
  const rates = { ours: [], raw: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.raw.push(rawWriteRate('insert', data, writes));
    const path = () => clientPath({ type: 'init' });
    const load = { connections, requests: writes, path, right: hasBody };
    const ours = await withService(
      data,
      (url) => warmLoad({ ...load, url }, 3000),
      startServiceOnSlowDisk,
    );
    rates.ours.push(ours.perSecond);
  }
  return ratioOf(rates.ours, rates.raw);
}

/**
 * @param {string} data
 * @param {string[]} keys each can be used once
 */
async function compareRedeem(data, keys) {
  /** @type {{ ours: number[], raw: number[] }} */
  const rates = { ours: [], raw: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.raw.push(rawWriteRate('update', data, writes));
    const mine = keys.splice(0, writes);
    const result = await withService(
      data,
      async (url) => {
        const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
        return runLoad({
          url,
          connections,
          requests: writes,
          path: (index) => clientPath(redeemOf(sessionid, index, mine[index])),
          right: ({ body }) => body.includes('Upgraded successfully'),
        });
      },
      startServiceOnSlowDisk,
    );
    rates.ours.push(allRight(result).perSecond);
  }
  return ratioOf(rates.ours, rates.raw);
}

/** Hashing, serving and load share one core. */
async function compareLogin(/** @type {string} */ data) {
  moveLoad('same core');
  /** @type {{ ours: number[], raw: number[] }} */
  const rates = { ours: [], raw: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.raw.push(await rawHashRate(password, cost, logins));
    const result = await withService(data, async (url) => {
      const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
      return runLoad({
        url,
        connections,
        requests: logins,
        path: (index) => clientPath(loginOf(sessionid, index % users)),
        right: ({ body }) => body.includes('Logged in!'),
      });
    });
    allRight(result);
    rates.ours.push(result.perSecond);
  }
  moveLoad('beside');
  const found = ratioOf(rates.ours, rates.raw);
  return { ...found, figures: `${found.figures} on the same core` };
}

/** @param {import('../service/load.js').Reply} reply */
function hasValue({ body }) {
  return body.includes(variable.value);
}
