// Measures how two service processes scale on one database, and against two bare servers that only
// sign. Each is limited to a quarter of a core, so that neither database nor load lacks processors.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import {
  findPostgresql,
  startPostgresql,
} from '../../../packages/service/test/support/postgresql-server.ts';
import { ratioOf } from '../figures.js';
import { runLoad } from '../service/load.js';
import { quarterCore } from '../service/quarter-core.js';
import {
  clientPath,
  openPostgresql,
  password,
  seedApplication,
  seedUsers,
  variable,
} from '../service/seed.js';
import { moveLoad, startBare, startService } from '../service/server.js';
import { NotMeasured } from '../stage.js';
import { cost, seed } from './service-speed.js';
import { allRight, hasBody, signIn, warmUp } from '../service/use.js';

const users = 50;
const connections = 16;
const requests = 3000;
const rounds = 5;

/** @typedef {import('../service/server.js').Server} Server */
/** @typedef {'var' | 'check' | 'init'} Operation */

/** @type {import('../table.js').Measurement} */
export const serviceProcesses = {
  bounds: [
    { name: 'two processes / one, PostgreSQL, var', bound: 1.7, unit: 'x', atLeast: true },
    {
      name: 'two processes / two bare ones, PostgreSQL, var',
      bound: 0.35,
      unit: 'x',
      atLeast: true,
    },
    {
      name: 'two processes / two bare ones, PostgreSQL, check',
      bound: 0.3,
      unit: 'x',
      atLeast: true,
    },
  ],
  measure: async ({ folder }) => {
    if (findPostgresql() === null) throw new NotMeasured('PostgreSQL is not installed');
    const data = await mkdtemp(join(folder, 'service-processes-'));
    // Neither the database nor the load may share the services' limited time.
    moveLoad('anywhere');
    const server = await startPostgresql({ durable: true });
    try {
      const databaseUrl = server.address('postgres');
      const env = {
        DATABASE_URL: databaseUrl,
        LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem'),
      };
      const pair = [await startService(data, env), await startService(data, env)];
      await seedPostgresql(databaseUrl);
      const bare = [await startBare(data), await startBare(data)];
      return await compareAll(
        pair,
        [
          ['var', pair.slice(0, 1)],
          ['var', bare],
          ['check', bare],
        ],
        bare,
      );
    } finally {
      await server.close();
    }
  },
};

/** @type {import('../table.js').Measurement} */
export const serviceProcessesOnOneFile = {
  bounds: [
    { name: 'two processes / one, one SQLite file, var', bound: 1.5, unit: 'x', atLeast: true },
    { name: 'two processes / one, one SQLite file, init', bound: 1.2, unit: 'x', atLeast: true },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-one-file-'));
    await seed(data, 0);
    moveLoad('anywhere');
    const pair = [await startService(data), await startService(data)];
    const one = pair.slice(0, 1);
    return compareAll(pair, [
      ['var', one],
      ['init', one],
    ]);
  },
};

/**
 * Compares the pair with the others for each operation, alternating. Ends all servers.
 * @param {readonly Server[]} pair
 * @param {readonly (readonly [Operation, readonly Server[]])[]} comparisons
 * @param {readonly Server[]} [more] servers to limit and end as well
 */
async function compareAll(pair, comparisons, more = []) {
  const servers = [...pair, ...more];
  const groups = servers.map((_, index) => quarterCore(`latchkey-bench-${process.pid}-${index}`));
  const held = groups.every((group) => group !== null);
  try {
    const sessions = await signIn(pair[0]?.url ?? '', connections);
    // The warm-up runs before the limit.
    for (const [operation, others] of comparisons)
      for (const all of [pair, others]) await rateOf(all, operation, sessions, warmUp);
    if (held) for (const [index, { pid }] of servers.entries()) groups[index]?.hold(pid);
    /** @type {import('../table.js').Finding[]} */
    const findings = [];
    for (const [operation, others] of comparisons) {
      /** @type {{ ours: number[], theirs: number[] }} */
      const rates = { ours: [], theirs: [] };
      for (let round = 0; round < rounds; round += 1) {
        rates.theirs.push(await rateOf(others, operation, sessions));
        rates.ours.push(await rateOf(pair, operation, sessions));
      }
      findings.push({ ...shareOf(rates.ours, rates.theirs, held), notJudged: !held });
    }
    return findings;
  } finally {
    for (const server of servers) await server.end();
    for (const group of groups) group?.remove();
  }
}

/**
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 * @param {boolean} held
 */
function shareOf(ours, theirs, held) {
  const found = ratioOf(ours, theirs);
  const share = held ? 'each with a quarter of a core' : 'no limit can be set here';
  return { ...found, figures: `${found.figures}, ${share}` };
}

/** @param {string} databaseUrl */
async function seedPostgresql(databaseUrl) {
  const { insert, close } = await openPostgresql(databaseUrl);
  const ids = await seedApplication(insert);
  await seedUsers(insert, ids, { from: 0, to: users, passwordHash: await hash(password, cost) });
  await close();
}

/**
 * Loads all servers at the same time and returns their total rate.
 * @param {readonly Server[]} servers
 * @param {Operation} type
 * @param {readonly string[]} sessions
 * @param {number} [count] of requests to each
 */
async function rateOf(servers, type, sessions, count = requests) {
  const results = await Promise.all(
    servers.map(({ url }) =>
      runLoad({
        url,
        connections,
        requests: count,
        path: (index) =>
          clientPath({
            ...(type !== 'init' && { sessionid: sessions[index % sessions.length] ?? '' }),
            ...(type === 'var' && { varid: variable.varid }),
            type,
          }),
        right: hasBody,
      }),
    ),
  );
  return results.reduce((sum, result) => sum + allRight(result).perSecond, 0);
}
