// What a seller with very many users does, on both databases: how long it takes at a tenth of the size and at all of it, and how
// long a check and a redeem of another application take meanwhile. Prints the rows of docs/service.md.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../scripts/children.js';
import { startPostgresql } from '../../support/postgresql-server.ts';

/**
 * @typedef {Readonly<Record<string, string>>} Parameters
 * @typedef {{ ms: number, check: number, gap: number, failed: number }} Figures of one thing: how long it took; of checks meanwhile
 *   the p99 and the longest, ms; redeems that failed
 * @typedef {Awaited<ReturnType<typeof startFull>>} Full
 */

const most = { check: 50, gap: 200, growth: 12, page: 2 };

/** Each is done to everything, the removing ones last. @type {readonly (readonly [string, Parameters])[]} */
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
const triesOfPage = 7;

/** @type {import('../run-soak.js').Part} */
export const size = {
  title: 'Very many users: what a seller does to all of them, and who waits for it',
  async run({ folder, users, say }) {
    mkdirSync(folder, { recursive: true });
    /** @type {string[]} */
    const bad = [];
    let tried = 0;
    for (const database of /** @type {const} */ (['sqlite', 'postgresql'])) {
      const few = await measured(folder, database, Math.round(users / 10));
      const all = await measured(folder, database, users);
      for (const [name, figures] of all.changes) {
        tried += 1;
        const growth = figures.ms / (few.changes.get(name)?.ms ?? Number.NaN);
        say(rowOf(`${database}: ${name}`, figures, growth));
        /** @param {boolean} isBad @param {string} told */
        const note = (isBad, told) => void (isBad && bad.push(`${database}, ${name}: ${told}`));
        // What takes no time grows by chance.
        note(figures.ms > 1000 && growth > most.growth, `${growth.toFixed(1)} times as long`);
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

/** @param {string} told @param {Figures} figures @param {number} growth */
function rowOf(told, { ms, check, gap, failed }, growth) {
  const times = [check, gap].map((one) => `${one.toFixed(1)} ms`).join(' | ');
  return `| ${told} | ${(ms / 1000).toFixed(2)} s | ${growth.toFixed(1)} | ${times} | ${failed} |`;
}

/** @param {string} folder @param {'sqlite' | 'postgresql'} database @param {number} users */
async function measured(folder, database, users) {
  const service = await startFull(folder, database, users);
  try {
    /** @type {Map<string, readonly [number, number]>} */
    const pages = new Map();
    for (const list of lists) pages.set(list, await pagesOf(service, list, users));
    /** @type {Map<string, Figures>} */
    const found = new Map();
    const reading = await timed(service, () => askAll(service, 'stats', {}));
    found.set('stats', reading);
    for (const [type, parameters] of changes)
      found.set(type, await timed(service, () => askAll(service, type, parameters)));
    return { pages, changes: found };
  } finally {
    await service.end();
  }
}

/** @param {Full} service @param {string} list @param {number} users @returns {Promise<readonly [number, number]>} medians */
async function pagesOf({ seller }, list, users) {
  /** @type {number[][]} */
  const times = [[], []];
  for (let index = 0; index < triesOfPage; index += 1)
    for (const [which, offset] of [0, users - rowsOfPage].entries()) {
      const { ms, body } = await seller(list, { offset: `${offset}`, limit: `${rowsOfPage}` });
      if (body['success'] !== true) throw new Error(`${list} failed: ${String(body['message'])}`);
      times[which]?.push(ms);
    }
  return [at(times[0] ?? [], 0.5), at(times[1] ?? [], 0.5)];
}

/** @param {Full} service @param {string} type @param {Parameters} parameters */
async function askAll({ seller }, type, parameters) {
  const { body } = await seller(type, parameters);
  if (body['success'] !== true) throw new Error(`${type} failed: ${String(body['message'])}`);
}

/** @param {Full} service @param {() => Promise<void>} work @returns {Promise<Figures>} */
async function timed(service, work) {
  const startedAt = performance.now();
  let isOver = false;
  const working = work().then(() => {
    isOver = true;
    return performance.now() - startedAt;
  });
  /** @type {number[]} */
  const checks = [];
  /** @type {Promise<unknown>[]} */
  const begun = [];
  let failed = 0;
  for (let round = 0; !isOver || round < 100; round += 1) {
    begun.push(service.check().then((ms) => checks.push(ms)));
    if (round % 20 === 0) begun.push(service.redeem().then((isWell) => (failed += isWell ? 0 : 1)));
    // Told at the end, with all others.
    for (const one of begun.slice(-2)) one.catch(() => undefined);
    await pause(10);
  }
  const ms = await working;
  await Promise.all(begun);
  return { ms, check: at(checks, 0.99), gap: Math.max(...checks), failed };
}

/** @param {string} folder @param {'sqlite' | 'postgresql'} database @param {number} users */
async function startFull(folder, database, users) {
  const data = mkdtempSync(join(folder, 'data-'));
  const server = database === 'sqlite' ? null : await startPostgresql({ durable: true });
  const file = fileURLToPath(new URL('full-service.ts', import.meta.url));
  const env = { ...process.env, ...(server && { DATABASE_URL: server.address('postgres') }) };
  const child = startChild(process.execPath, [file, data, `${users}`], {
    ...{ env, stdout: 'pipe', stderr: 2 },
  });
  if (child.stdout === null) throw new Error('Its output is not read');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, own, other } = JSON.parse(String(line));
  const agent = new Agent({ keepAlive: true });
  let asked = 0;
  const names = { name: other.name, ownerid: other.ownerid };
  /** @param {Parameters} parameters */
  const client = (parameters) =>
    ask(
      `${url}/api/1.3/?${new URLSearchParams({ ...names, ...parameters }).toString()}`,
      agent,
      (asked += 1),
    );
  const { sessionid } = (await client({ type: 'init' })).body;
  const session = { sessionid: String(sessionid) };
  const signIn = { type: 'login', username: 'anna', pass: 'right', hwid: 'd'.repeat(64) };
  await client({ ...session, ...signIn });
  let sold = 0;
  return {
    /** @param {string} type @param {Parameters} parameters */
    seller: (type, parameters) => {
      const query = new URLSearchParams({ sellerkey: own.sellerkey, type, ...parameters });
      return ask(`${url}/api/seller/?${query.toString()}`, agent, (asked += 1));
    },
    async check() {
      const { ms, body } = await client({ ...session, type: 'check' });
      if (body['success'] !== true) throw new Error(`A check failed: ${String(body['message'])}`);
      return ms;
    },
    async redeem() {
      const key = `SALE-${(sold += 1)}`;
      const { body } = await client({ ...session, type: 'upgrade', username: 'anna', key });
      return body['success'] === true;
    },
    async end() {
      agent.destroy();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await server?.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} address
 * @param {Agent} agent
 * @param {number} number
 * @returns {Promise<{ ms: number, body: Record<string, unknown> }>}
 */
function ask(address, agent, number) {
  const startedAt = performance.now();
  const headers = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  };
  return new Promise((resolve, reject) => {
    const asking = request(address, { agent, headers }, (response) => {
      const ms = performance.now() - startedAt;
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ ms, body: JSON.parse(text) }));
    });
    asking.on('error', (error) => {
      // The service had closed a connection that nobody used, as this was being sent.
      if (asking.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        resolve(ask(address, agent, number));
      else reject(error);
    });
    asking.end();
  });
}

/** @param {readonly number[]} times @param {number} part */
function at(times, part) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
