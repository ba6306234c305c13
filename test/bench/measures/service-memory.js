// Checks the service for memory leaks: after the warm-up, neither 60 000 requests nor 10 000
// applications, of which it caches some, may increase its memory.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { runLoad } from '../service/load.js';
import {
  clientPath,
  applicationName,
  openSqlite,
  password,
  seedApplication,
  seedApplications,
  seedUsers,
  variable,
} from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { cost } from './service-speed.js';
import { allRight, hasBody, signIn } from '../service/use.js';

const connections = 16;
const part = 20_000;
const applications = 10_000;
/** More than the cache holds. */
const firstApplications = 2000;

/** @type {import('../table.js').Measurement} */
export const serviceMemory = {
  bounds: [
    { name: 'memory after 60 000 requests', bound: 1.1, unit: 'x' },
    { name: 'memory after 10 000 applications', bound: 1.1, unit: 'x' },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-memory-'));
    await (await startService(data)).end();
    const { insert, close } = openSqlite(data);
    const ids = await seedApplication(insert);
    const passwordHash = await hash(password, cost);
    await seedUsers(insert, ids, { from: 0, to: connections, passwordHash });
    await seedApplications(insert, applications);
    close();
    moveLoad('beside');
    return [await growth(data), await growthOfMany(data)];
  },
};

/** @param {string} data */
async function growth(data) {
  const server = await startService(data);
  const sessions = await signIn(server.url, connections);
  const load = {
    url: server.url,
    connections,
    requests: part,
    path: (/** @type {number} */ index) =>
      index % 10 === 0
        ? clientPath({ type: 'init' })
        : clientPath({
            type: index % 2 === 0 ? 'check' : 'var',
            sessionid: sessions[index % sessions.length] ?? '',
            varid: variable.varid,
          }),
    right: hasBody,
  };
  /** @type {number[]} */
  const sizes = [];
  // The first of four rounds is the warm-up: code compilation and the heap's initial growth.
  for (let round = 0; round < 4; round += 1) {
    allRight(await runLoad(load));
    sizes.push(server.residentKib());
  }
  await server.end();
  const [before = 0, , , after = 0] = sizes;
  const figures = `${sizes.map((kib) => (kib / 1024).toFixed(0)).join(', ')} MiB, each after 20 000 more`;
  return { measured: after / before, figures };
}

/** @param {string} data */
async function growthOfMany(data) {
  const server = await startService(data);
  const load = { url: server.url, connections, right: hasBody };
  const ask = async (/** @type {number} */ from, /** @type {number} */ requests) => {
    const path = (/** @type {number} */ index) =>
      clientPath({ type: 'init', name: applicationName(from + index) });
    allRight(await runLoad({ ...load, requests, path }));
    return server.residentKib();
  };
  // The same applications until the heap stops growing: too many to cache, so each is read again.
  for (let round = 0; round < 12; round += 1) await ask(0, firstApplications);
  const before = await ask(0, firstApplications);
  const after = await ask(firstApplications, applications - firstApplications);
  await server.end();
  const figures = `${(before / 1024).toFixed(0)}, then ${(after / 1024).toFixed(0)} MiB; each has 5 000 letters of its own`;
  return { measured: after / before, figures };
}
