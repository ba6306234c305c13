// How much of the possible speed the service reaches, each ratio within one run: the server alone on one processor core, the
// load beside it. What it is compared with answers over the same route and does only what cannot be left out.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { median } from '../figures.js';
import { rawHashRate } from '../service/hash-rate.js';
import { askOnce, runLoad } from '../service/load.js';
import {
  clientPath,
  hwid,
  openSqlite,
  password,
  seedApplication,
  seedLicenses,
  seedUsers,
  userName,
  variable,
} from '../service/seed.js';
import { moveLoad, startBaseline, startService } from '../service/server.js';

const connections = 16;
const users = 200;
const rounds = 3;
const varRequests = 16_000;
/** The code of a new process is compiled while it answers its first requests. */
const warmUp = 16_000;
const redeems = 1500;
const logins = 400;
/** The same that the service uses. */
export const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** @type {import('../table.js').Measurement} */
export const serviceSpeed = {
  bounds: [
    { name: 'var / its one read, signed', bound: 0.8, unit: 'x', atLeast: true },
    { name: 'redeem / its one update, signed', bound: 0.6, unit: 'x', atLeast: true },
    { name: 'login / raw argon2', bound: 0.5, unit: 'x', atLeast: true },
    { name: 'var p99 / p50', bound: 3, unit: 'x' },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-speed-'));
    const keys = await seed(data);
    const variables = await compareVar(data);
    const redeem = await compareRedeem(data, keys);
    const login = await compareLogin(data);
    return [variables.ratio, redeem, login, variables.tail];
  },
};

/**
 * @param {string} data
 * @returns {Promise<string[]>} unused keys
 */
async function seed(data) {
  // The service makes the tables itself.
  await (await startService(data)).end();
  const { insert, close } = openSqlite(data);
  const ids = await seedApplication(insert);
  const passwordHash = await hash(password, cost);
  await seedUsers(insert, ids, { from: 0, to: users, passwordHash });
  const keys = Array.from({ length: redeems * rounds * 2 }, () => randomBytes(15).toString('hex'));
  await seedLicenses(insert, ids, keys);
  close();
  return keys;
}

/** @param {string} data */
async function compareVar(data) {
  const sessions = await withService(data, (url) => signIn(url, connections));
  const path = (/** @type {number} */ index) =>
    clientPath({
      type: 'var',
      sessionid: sessions[index % sessions.length] ?? '',
      varid: variable.varid,
    });
  const right = (/** @type {import('../service/load.js').Reply} */ reply) =>
    reply.body.includes(variable.value);
  /** @type {Record<'ours' | 'least' | 'bare', number[]>} */
  const rates = { ours: [], least: [], bare: [] };
  /** @type {number[]} */
  const tails = [];
  moveLoad('beside');
  for (let round = 0; round < rounds; round += 1) {
    const load = { connections, requests: varRequests, path, right };
    const ours = await withService(data, (url) => warmLoad({ ...load, url }));
    rates.ours.push(ours.perSecond);
    tails.push(ours.p99 / ours.p50);
    for (const [name, kind] of /** @type {const} */ ([
      ['least', 'var'],
      ['bare', 'bare'],
    ])) {
      const server = await startBaseline(kind, data);
      rates[name].push((await warmLoad({ ...load, url: server.url, right: hasBody })).perSecond);
      await server.end();
    }
  }
  const [ours, least, bare] = [median(rates.ours), median(rates.least), median(rates.bare)];
  const figures = `${per(ours)} of ${per(least)}; a bare signing node:http ${per(bare)} (${(ours / bare).toFixed(2)} x of it)`;
  return {
    ratio: { measured: ours / least, figures },
    tail: { measured: median(tails), figures: `medians of ${rounds}, ${connections} connections` },
  };
}

/**
 * @param {string} data
 * @param {string[]} keys each is spent once
 */
async function compareRedeem(data, keys) {
  /** @type {{ ours: number[], least: number[] }} */
  const rates = { ours: [], least: [] };
  moveLoad('beside');
  for (let round = 0; round < rounds; round += 1) {
    for (const name of /** @type {const} */ (['ours', 'least'])) {
      const mine = keys.splice(0, redeems);
      const server =
        name === 'ours' ? await startService(data) : await startBaseline('redeem', data);
      const { sessionid } =
        name === 'ours'
          ? await askOnce(server.url, clientPath({ type: 'init' }))
          : { sessionid: 'x' };
      const result = await runLoad({
        url: server.url,
        connections,
        requests: redeems,
        path: (index) =>
          clientPath({
            type: 'upgrade',
            sessionid,
            username: userName(index % users),
            key: mine[index] ?? '',
          }),
        right: ({ body }) => body.includes('Upgraded successfully'),
      });
      await server.end();
      allRight(result);
      rates[name].push(result.perSecond);
    }
  }
  const [ours, least] = [median(rates.ours), median(rates.least)];
  return { measured: ours / least, figures: `${per(ours)} of ${per(least)}, each synced to disk` };
}

/** All on one core: what hashes, what serves, and what asks. */
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
  const [ours, raw] = [median(rates.ours), median(rates.raw)];
  return { measured: ours / raw, figures: `${per(ours)} of ${per(raw)} on the same core` };
}

/**
 * @template T
 * @param {string} data
 * @param {(url: string) => Promise<T>} use
 */
async function withService(data, use) {
  const server = await startService(data);
  try {
    return await use(server.url);
  } finally {
    await server.end();
  }
}

/** @param {import('../service/load.js').Load} load */
async function warmLoad(load) {
  allRight(await runLoad({ ...load, requests: warmUp }));
  return allRight(await runLoad(load));
}

/**
 * Sessions of the first users, signed in.
 * @param {string} url
 * @param {number} count
 * @returns {Promise<string[]>}
 */
export async function signIn(url, count) {
  const sessions = [];
  for (let index = 0; index < count; index += 1) {
    const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
    const answer = await askOnce(url, clientPath(loginOf(sessionid, index)));
    if (answer.success !== true) throw new Error(`Signing in failed: ${answer.message}`);
    sessions.push(sessionid);
  }
  return sessions;
}

/**
 * @param {string} sessionid
 * @param {number} user
 */
export function loginOf(sessionid, user) {
  return { type: 'login', sessionid, username: userName(user), pass: password, hwid };
}

/** @param {import('../service/load.js').Reply} reply */
export function hasBody({ body }) {
  return body.startsWith('{"success":true');
}

/** @param {import('../service/load.js').Result} result */
export function allRight(result) {
  if (result.wrong > 0)
    throw new Error(`${result.wrong} answers were wrong, such as ${result.firstWrong}`);
  return result;
}

/** @param {number} rate */
function per(rate) {
  return `${Math.round(rate)}/s`;
}
