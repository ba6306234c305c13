// Measures what hostile manifests of one application cost another one: the longest block of the
// service's main loop, and the p99 of the other application's checks, on one core.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { hostileManifests, largestManifest } from '../../support/hostile-manifests.ts';
import { median } from '../figures.js';
import { runLoad } from '../service/load.js';
import {
  addSeller,
  app,
  clientPath,
  openSqlite,
  password,
  seedApplication,
  seedUsers,
} from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { allRight, hasBody, signIn, warmLoad } from '../service/use.js';
import { cost } from './service-speed.js';

const probe = new URL('../service/loop-probe.js', import.meta.url).href;
const connections = 4;
/** Each in a separate application, because one has a quota of uploads. */
const attacks = Object.entries({
  ...hostileManifests,
  'the largest valid one': largestManifest,
}).map(([name, make], index) => {
  const sellerkey = String(index).padStart(32, '0');
  return { name, make, seller: { name: `Attacker ${index}`, ownerid: app.ownerid, sellerkey } };
});

/** @type {import('../table.js').Measurement} */
export const serviceManifests = {
  bounds: [
    { name: 'longest block of the main loop beside manifests', bound: 25, unit: 'ms' },
    { name: 'check beside manifests of another tenant, p99 / p99 alone', bound: 4, unit: 'x' },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-manifests-'));
    await seed(data);
    moveLoad('beside');
    const file = join(data, 'loop-block');
    const env = { NODE_OPTIONS: `--import ${probe}`, LOOP_BLOCK_FILE: file };
    const server = await startService(data, env);
    const sessions = await signIn(server.url, connections);
    const load = {
      ...{ url: server.url, connections, requests: 4000, right: hasBody },
      path: (/** @type {number} */ index) =>
        clientPath({ type: 'check', sessionid: sessions[index % connections] ?? '' }),
    };
    const alone = await warmLoad(load);
    await longestBlock(server.pid, file);
    /** @type {{ name: string, block: number, p99: number, seconds: number }[]} */
    const found = [];
    for (const { name, make, seller } of attacks) {
      const begin = await upload(server.url, seller.sellerkey, make(seller));
      await longestBlock(server.pid, file);
      const startedAt = performance.now();
      const state = { isDone: false };
      const begun = begin().finally(() => (state.isDone = true));
      /** @type {number[]} */
      const p99 = [];
      do p99.push(allRight(await runLoad({ ...load, requests: 400 })).p99);
      while (!state.isDone);
      await begun;
      const seconds = (performance.now() - startedAt) / 1000;
      const block = await longestBlock(server.pid, file);
      found.push({ name, block, p99: median(p99), seconds });
    }
    await server.end();
    const worst = worstBy(found, ({ block }) => block);
    const slowest = worstBy(found, ({ p99 }) => p99);
    const details = found.map(
      ({ name, block, p99, seconds }) =>
        `${name}: block ${block.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, read in ${seconds.toFixed(1)} s`,
    );
    return [
      { measured: worst.block, figures: `${worst.name}; ${found.length} manifests`, details },
      {
        measured: slowest.p99 / alone.p99,
        figures: `${slowest.name}: ${slowest.p99.toFixed(1)} ms; alone ${alone.p99.toFixed(1)} ms`,
      },
    ];
  },
};

/**
 * @template T
 * @param {readonly T[]} all at least one
 * @param {(one: T) => number} by
 */
function worstBy(all, by) {
  return all.reduce((worst, one) => (by(one) > by(worst) ? one : worst));
}

/** @param {string} data */
async function seed(data) {
  await (await startService(data)).end();
  const { insert, close } = openSqlite(data);
  const ids = await seedApplication(insert);
  for (const { seller } of attacks) await addSeller(insert, seller);
  const passwordHash = await hash(password, cost);
  await seedUsers(insert, ids, { from: 0, to: connections, passwordHash });
  close();
}

/**
 * Uploads a manifest. Returns the function that begins its release.
 * @param {string} url
 * @param {string} sellerkey
 * @param {string} text
 */
async function upload(url, sellerkey, text) {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const { upload: path } = await ask(url, { sellerkey, type: 'uploadrelease' });
  const put = await fetch(`${url}${path}${sha256}`, { method: 'PUT', body: text });
  if (!put.ok) throw new Error(`The upload was answered: ${await put.text()}`);
  const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
  return () => ask(url, { sellerkey, type: 'beginrelease', manifest: sha256, ...signed });
}

/**
 * @param {string} url
 * @param {Record<string, string>} parameters
 */
async function ask(url, parameters) {
  const query = new URLSearchParams(parameters).toString();
  return (await fetch(`${url}/api/seller/?${query}`)).json();
}

/**
 * The longest block since the last call, in ms.
 * @param {number} pid
 * @param {string} file
 */
async function longestBlock(pid, file) {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
    await sleep(5);
  }
}
