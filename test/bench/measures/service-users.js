// Measures one sign-in among a thousand and among a million users: sequentially on an idle service,
// so that requests do not wait for each other.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { median } from '../figures.js';
import { askOnce, runLoad } from '../service/load.js';
import { clientPath, openSqlite, password, seedApplication, seedUsers } from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { cost } from './service-speed.js';
import { allRight, loginOf } from '../service/use.js';

const few = 1000;
const many = 1_000_000;
const step = 50_000;
const logins = 150;
const rounds = 3;

/** @type {import('../table.js').Measurement} */
export const serviceUsers = {
  bounds: [{ name: 'login, 1 000 000 / 1 000 users', bound: 1.1, unit: 'x' }],
  measure: async ({ folder }) => {
    const small = await mkdtemp(join(folder, 'service-few-'));
    const large = await mkdtemp(join(folder, 'service-many-'));
    const passwordHash = await hash(password, cost);
    await seed(small, few, passwordHash);
    await seed(large, many, passwordHash);
    moveLoad('beside');
    /** @type {{ small: number[], large: number[] }} */
    const times = { small: [], large: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(await timeOfLogin(small, few));
      times.large.push(await timeOfLogin(large, many));
    }
    const [before, after] = [median(times.small), median(times.large)];
    const figures = `${before.toFixed(1)} ms, then ${after.toFixed(1)} ms; medians of ${logins}, in turns`;
    return [{ measured: after / before, figures }];
  },
};

/**
 * @param {string} data
 * @param {number} users
 * @param {string} passwordHash
 */
async function seed(data, users, passwordHash) {
  await (await startService(data)).end();
  const { insert, close } = openSqlite(data);
  const ids = await seedApplication(insert);
  for (let from = 0; from < users; from += step)
    await seedUsers(insert, ids, { from, to: Math.min(users, from + step), passwordHash });
  close();
}

/**
 * The median in ms over users spread over the whole table.
 * @param {string} data
 * @param {number} users
 */
async function timeOfLogin(data, users) {
  const server = await startService(data);
  const { sessionid } = await askOnce(server.url, clientPath({ type: 'init' }));
  const result = await runLoad({
    url: server.url,
    connections: 1,
    requests: logins,
    path: (index) => clientPath(loginOf(sessionid, (index * 7919) % users)),
    right: ({ body }) => body.includes('Logged in!'),
  });
  await server.end();
  return allRight(result).p50;
}
