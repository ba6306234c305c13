// Measures what hostile manifests of one application cost another one: the longest block of the
// service's main loop, and the p99 of the other application's checks, on one core.
import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { hostileManifests, largestManifest } from '../../support/hostile-manifests.ts';
import { median } from '../figures.js';
import { askOnce, runLoad } from '../service/load.js';
import { longestBlock, probed } from '../service/loop-block.js';
import {
  addSeller,
  app,
  openSqlite,
  password,
  seedApplication,
  seedUsers,
} from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { allRight, checksOf, signIn, warmLoad } from '../service/use.js';
import { cost } from './service-speed.js';

const connections = 4;
/** Each runs in a separate application, because an application has an upload quota. */
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
    const server = await startService(data, probed(file));
    const load = checksOf(server.url, await signIn(server.url, connections), 4000);
    const alone = await warmLoad(load);
    await longestBlock(server.pid, file);
    /** @type {{ name: string, block: number, p99: number, seconds: number }[]} */
    const found = [];
    for (const { name, make, seller } of attacks) {
      const signed = await uploadManifest(server.url, seller.sellerkey, make(seller));
      await longestBlock(server.pid, file);
      const startedAt = performance.now();
      const state = { isDone: false };
      const begun = askSeller(server.url, seller.sellerkey, signed).finally(
        () => (state.isDone = true),
      );
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
 * Uploads a manifest. Returns the request that begins its release.
 * @param {string} url
 * @param {string} sellerkey
 * @param {string} text
 */
export async function uploadManifest(url, sellerkey, text) {
  const manifest = createHash('sha256').update(text).digest('hex');
  const { upload: path } = await askSeller(url, sellerkey, { type: 'uploadrelease' });
  const put = await fetch(`${url}${path}${manifest}`, { method: 'PUT', body: text });
  if (!put.ok) throw new Error(`The upload was answered: ${await put.text()}`);
  const signed = { keyid: 'a'.repeat(16), signature: 'b'.repeat(128) };
  return { type: 'beginrelease', manifest, ...signed };
}

/**
 * @param {string} url
 * @param {string} sellerkey
 * @param {Record<string, string>} parameters
 */
export function askSeller(url, sellerkey, parameters) {
  return askOnce(url, `/api/seller/?${new URLSearchParams({ sellerkey, ...parameters })}`);
}
