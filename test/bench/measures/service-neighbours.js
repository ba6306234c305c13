// Measures one application's `check`, and the longest block of the service's main loop, while a
// large application runs its most expensive requests, one kind at a time.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { largestManifest } from '../../support/hostile-manifests.ts';
import { median } from '../figures.js';
import { runLoad } from '../service/load.js';
import { longestBlock, probed } from '../service/loop-block.js';
import { app, openSqlite, password, seedApplication, seedUsers } from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { allRight, checksOf, signIn } from '../service/use.js';
import { askSeller, uploadManifest } from './service-manifests.js';
import { cost } from './service-speed.js';

const connections = 4;
const rows = 120_000;
const chunks = 60_000;
const requests = 2000;
const rounds = 3;
/** Requests of the large application in flight. */
const inFlight = 2;
const large = {
  name: 'Large',
  ownerid: app.ownerid,
  sellerkey: 'large-application'.padEnd(32, '0'),
};

/** @typedef {{ p99: number, block: number }} Figures */

/** @type {import('../table.js').Measurement} */
export const serviceNeighbours = {
  bounds: [
    { name: 'check beside a large application, worst p99 / alone', bound: 4, unit: 'x' },
    { name: 'longest block of the main loop meanwhile', bound: 25, unit: 'ms' },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-neighbours-'));
    const blockFile = join(folder, 'loop-block');
    const manifest = await seed(data);
    moveLoad('beside');
    const server = await startService(data, probed(blockFile));
    try {
      const begun = await uploadManifest(server.url, large.sellerkey, largestManifest(large));
      return findingsOf(await timesOf(server, blockFile, kindsOf(manifest, begun)));
    } finally {
      await server.end();
    }
  },
};

/**
 * @param {string} manifest of the complete release
 * @param {Record<string, string>} beginrelease with the largest manifest
 */
function kindsOf(manifest, beginrelease) {
  return {
    alone: null,
    findkey: { type: 'findkey', text: 'no-such-text' },
    finduser: { type: 'finduser', text: 'no-such-text' },
    beginrelease,
    missingchunks: { type: 'missingchunks', manifest },
    publishrelease: { type: 'publishrelease', manifest },
  };
}

/**
 * @param {import('../service/server.js').Server} server
 * @param {string} blockFile
 * @param {Record<string, Record<string, string> | null>} kinds
 */
async function timesOf({ url, pid }, blockFile, kinds) {
  const load = checksOf(url, await signIn(url, connections), requests);
  /** The first requests of each kind compile its code. */
  for (const kind of Object.values(kinds)) await besides(url, kind, () => runLoad(load));
  /** @type {Record<string, Figures[]>} */
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, kind] of Object.entries(kinds)) {
      await longestBlock(pid, blockFile);
      const { p99 } = allRight(await besides(url, kind, () => runLoad(load)));
      times[name]?.push({ p99, block: await longestBlock(pid, blockFile) });
    }
  return times;
}

/**
 * Runs `use` while the large application sends requests of this kind.
 * @template T
 * @param {string} url
 * @param {Record<string, string> | null} kind
 * @param {() => Promise<T>} use
 */
async function besides(url, kind, use) {
  let isOver = false;
  const one = async () => {
    while (kind !== null && !isOver) {
      const answer = await askSeller(url, large.sellerkey, kind);
      if (answer.success !== true) throw new Error(`${kind['type']} failed: ${answer.message}`);
    }
  };
  const others = Promise.all(Array.from({ length: inFlight }, one));
  const result = await use();
  isOver = true;
  await others;
  return result;
}

/** @param {Record<string, Figures[]>} times */
function findingsOf(times) {
  const medians = Object.entries(times).map(([name, figures]) => ({
    name,
    p99: median(figures.map(({ p99 }) => p99)),
    block: median(figures.map(({ block }) => block)),
  }));
  const alone = medians.find(({ name }) => name === 'alone');
  const others = medians.filter(({ name }) => name !== 'alone');
  const said = medians.map(
    ({ name, p99, block }) => `${name} ${p99.toFixed(1)} ms (block ${block.toFixed(1)})`,
  );
  return [
    {
      measured: Math.max(...others.map(({ p99 }) => p99)) / (alone?.p99 ?? Number.NaN),
      figures: `p99 ${said.join(', ')}`,
    },
    {
      measured: Math.max(...others.map(({ block }) => block)),
      figures: `medians of ${rounds}, beside ${rows} users and keys and a release of ${chunks} chunks`,
    },
  ];
}

/**
 * Adds the application that is measured, and a large one with a complete release. Returns the hash
 * of the manifest of that release.
 * @param {string} data
 */
async function seed(data) {
  await (await startService(data)).end();
  const { insert, close } = openSqlite(data);
  const passwordHash = await hash(password, cost);
  await seedUsers(insert, await seedApplication(insert), {
    from: 0,
    to: connections,
    passwordHash,
  });
  const ids = await seedApplication(insert, large);
  await seedUsers(insert, ids, { from: 0, to: rows, passwordHash });
  const { applicationId } = ids;
  await insert(
    'licenses',
    [
      ...['application_id', 'key', 'key_fold', 'level', 'seconds', 'status', 'created_at'],
      ...['note', 'order_number'],
    ],
    Array.from({ length: rows }, (_, index) => {
      const key = `${randomUUID()}-${index}`;
      return [applicationId, key, key, '1', 86_400, 'unused', index, `note ${index}`, `o-${index}`];
    }),
  );
  const manifest = hashOf('manifest');
  await insert(
    'releases',
    [
      ...['application_id', 'manifest_sha256', 'manifest_size', 'keyid', 'signature', 'kind'],
      ...['channel', 'platform', 'sequence', 'version', 'notes', 'rollout', 'required'],
      ...['retracted', 'contents', 'begun_at', 'stored'],
    ],
    [
      [
        ...[applicationId, manifest, 1, '0'.repeat(16), '', 'program', 'stable', 'linux-x64', 1],
        ...['1', '', 0, 0, 0, chunks, 1, 1],
      ],
    ],
  );
  const hashes = Array.from({ length: chunks }, (_, index) => hashOf(String(index)));
  await insert(
    'release_contents',
    ['application_id', 'sha256', 'manifest_sha256', 'size'],
    hashes.map((sha256) => [applicationId, sha256, manifest, 1]),
  );
  close();
  const folder = join(data, 'files', applicationId);
  mkdirSync(folder, { recursive: true });
  for (const sha256 of hashes) writeFileSync(join(folder, sha256), '');
  return manifest;
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
