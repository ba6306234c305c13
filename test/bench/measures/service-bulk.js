// Measures one application's redeems and sign-ins while a large application on the same service
// runs bulk changes and an import, one kind at a time.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import {
  findPostgresql,
  startPostgresql,
} from '../../../packages/service/test/support/postgresql-server.ts';
import { askOnce, runLoad } from '../service/load.js';
import {
  app,
  clientPath,
  openPostgresql,
  openSqlite,
  password,
  seedApplication,
  seedLicenses,
  seedUsers,
} from '../service/seed.js';
import { NotMeasured } from '../stage.js';
import { moveLoad, startService } from '../service/server.js';
import { allRight, hasBody, loginOf, redeemOf, signIn, users } from '../service/use.js';
import { askSeller } from './service-manifests.js';
import { cost } from './service-speed.js';

const connections = 2;
const rows = 60_000;
const keysPerRound = 300;
const signIns = 100;
const maxKeys = 60_000;
const large = {
  name: 'Large',
  ownerid: app.ownerid,
  sellerkey: 'large-application'.padEnd(32, '0'),
};
const importedRows = 40_000;
const rowsPerRequest = 400;

/**
 * Each finds rows to change after those before it.
 * @type {Readonly<Record<string, null | ((url: string) => Promise<{ success: boolean, message?: string }>)>>}
 */
const kinds = {
  alone: null,
  extend: (url) => askLarge(url, { type: 'extend', user: 'all', sub: 'Pro', expiry: '1' }),
  delkeys: (url) => askLarge(url, { type: 'delunused' }),
  delallusers: (url) => askLarge(url, { type: 'delallusers' }),
  importrows: importKeys,
};

/** @typedef {import('../service/load.js').Load} Load */

/**
 * @param {string} database
 * @returns {readonly import('../table.js').Bound[]}
 */
const boundsFor = (database) => [
  { name: `redeem beside a bulk change, worst p99, ${database}`, bound: 50, unit: 'ms' },
  { name: `sign-in beside a bulk change, worst p99, ${database}`, bound: 50, unit: 'ms' },
];

/** @type {import('../table.js').Measurement} */
export const serviceBulk = {
  bounds: boundsFor('SQLite'),
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-bulk-'));
    await (await startService(data)).end();
    const { insert, close } = openSqlite(data);
    const keys = await seed(insert);
    close();
    moveLoad('beside');
    return measureBeside(await startService(data), keys);
  },
};

/** @type {import('../table.js').Measurement} */
export const serviceBulkPostgresql = {
  bounds: boundsFor('PostgreSQL'),
  measure: async ({ folder }) => {
    if (findPostgresql() === null) throw new NotMeasured('PostgreSQL is not installed');
    const data = await mkdtemp(join(folder, 'service-bulk-'));
    const database = await startPostgresql({ durable: true });
    try {
      const env = {
        DATABASE_URL: database.address('postgres'),
        LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem'),
      };
      await (await startService(data, env)).end();
      const { insert, close } = await openPostgresql(env.DATABASE_URL);
      const keys = await seed(insert);
      await close();
      moveLoad('beside');
      return await measureBeside(await startService(data, env), keys);
    } finally {
      await database.close();
    }
  },
};

/**
 * @param {import('../service/server.js').Server} server
 * @param {string[]} keys unused ones of the measured application
 */
async function measureBeside({ url, end }, keys) {
  try {
    return await findingsOf(url, keys);
  } finally {
    await end();
  }
}

/**
 * @param {string} url
 * @param {string[]} keys
 */
async function findingsOf(url, keys) {
  const sessions = await signIn(url, users);
  /** @type {Load[]} */
  const loads = [redeemsOf(url, sessions, keys), await signInsOf(url)];
  for (const load of loads) allRight(await runLoad(load));
  /** @type {Awaited<ReturnType<typeof beside>>[]} */
  const found = [];
  for (const [name, change] of Object.entries(kinds))
    found.push(await beside(url, name, change, loads));
  const figures = found.map(({ name, text }) => `${name} ${text}`).join(', ');
  return [0, 1].map((at) => ({
    measured: Math.max(...found.map(({ p99 }) => p99[at] ?? Number.NaN)),
    figures,
  }));
}

/**
 * @param {string} url
 * @param {string} name
 * @param {(typeof kinds)[string]} change
 * @param {readonly Load[]} loads
 */
async function beside(url, name, change, loads) {
  const startedAt = performance.now();
  let isOver = change === null;
  const changed = change === null ? null : change(url);
  void changed?.finally(() => (isOver = true));
  /** @type {number[][]} */
  const times = loads.map(() => []);
  do
    for (const [at, load] of loads.entries())
      times[at]?.push(...allRight(await runLoad(load)).times);
  while (!isOver);
  const answer = await changed;
  if (answer !== null && answer.success !== true) throw new Error(`${name}: ${answer.message}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const p99 = times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)]);
  const text = `${p99.map((one) => one?.toFixed(1)).join('/')} ms in ${seconds.toFixed(1)} s`;
  return { name, p99, text };
}

/**
 * @param {string} url
 * @param {Record<string, string>} change
 */
function askLarge(url, change) {
  return askSeller(url, large.sellerkey, change);
}

/**
 * Imports keys as the command line does. Returns the last answer, or the first that failed.
 * @param {string} url
 */
async function importKeys(url) {
  let answer = { success: true };
  for (let at = 0; at < importedRows && answer.success; at += rowsPerRequest) {
    const rows = randomKeys(rowsPerRequest).map((key) => ({ key, expires: 86_400 }));
    const body = { type: 'importrows', kind: 'keys', rows: JSON.stringify(rows) };
    const response = await fetch(`${url}/api/seller/`, {
      method: 'POST',
      body: new URLSearchParams({ sellerkey: large.sellerkey, ...body }),
    });
    answer = await response.json();
  }
  return answer;
}

/**
 * @param {string} url
 * @param {readonly string[]} sessions
 * @param {string[]} keys
 * @returns {Load}
 */
function redeemsOf(url, sessions, keys) {
  const path = (/** @type {number} */ index) =>
    clientPath(redeemOf(sessions[index % users] ?? '', index, keys.pop()));
  return { url, connections, requests: keysPerRound, path, right: hasBody };
}

/**
 * @param {string} url
 * @returns {Promise<Load>}
 */
async function signInsOf(url) {
  const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
  const path = (/** @type {number} */ index) => clientPath(loginOf(sessionid, index % users));
  // Two hashes at once would wait for each other on one core.
  return { url, connections: 1, requests: signIns, path, right: hasBody };
}

/**
 * Adds the application that is measured, and a large one.
 * @param {import('../service/seed.js').Insert} insert
 */
async function seed(insert) {
  const passwordHash = await hash(password, cost);
  const ids = await seedApplication(insert);
  await seedUsers(insert, ids, { from: 0, to: users, passwordHash });
  const keys = randomKeys(maxKeys);
  await seedLicenses(insert, ids, keys);
  const largeIds = await seedApplication(insert, large);
  await seedUsers(insert, largeIds, { from: 0, to: rows, passwordHash });
  await seedLicenses(insert, largeIds, randomKeys(rows));
  return keys;
}

/** @param {number} count */
function randomKeys(count) {
  return Array.from({ length: count }, () => randomBytes(15).toString('hex'));
}
