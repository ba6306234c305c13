// One service process on a PostgreSQL against two, each held to a quarter of a core, so that neither the database nor the load
// lacks processors: what two add.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { findPostgresql, startPostgresql } from '../../support/postgresql-server.ts';
import { median } from '../figures.js';
import { runLoad } from '../service/load.js';
import { quarterCore } from '../service/quarter-core.js';
import { clientPath, password, seedApplication, seedUsers, variable } from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { NotMeasured } from '../stage.js';
import { allRight, cost, signIn } from './service-speed.js';

const users = 50;
const connections = 16;
const requests = 3000;
const rounds = 5;

/** @type {import('../table.js').Measurement} */
export const serviceProcesses = {
  bounds: [{ name: 'two processes / one, PostgreSQL', bound: 1.7, unit: 'x', atLeast: true }],
  measure: async ({ folder }) => {
    if (findPostgresql() === null) throw new NotMeasured('PostgreSQL is not installed');
    const data = await mkdtemp(join(folder, 'service-processes-'));
    // Neither the database nor the load may lack what the services are held to.
    moveLoad('anywhere');
    const server = await startPostgresql({ durable: true });
    try {
      return [await compare(data, server.address('postgres'))];
    } finally {
      await server.close();
    }
  },
};

/**
 * @param {string} data
 * @param {string} databaseUrl
 */
async function compare(data, databaseUrl) {
  const env = {
    DATABASE_URL: databaseUrl,
    LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem'),
  };
  const pair = [await startService(data, env), await startService(data, env)];
  const groups = pair.map((_, index) => quarterCore(`latchkey-bench-${process.pid}-${index}`));
  const held = groups.every((group) => group !== null);
  try {
    await seed(databaseUrl);
    const sessions = await signIn(pair[0]?.url ?? '', connections);
    // Their code is compiled before they are held to what they get.
    await rateOf(pair, sessions);
    await rateOf(pair, sessions);
    if (held) for (const [index, { pid }] of pair.entries()) groups[index]?.hold(pid);
    const one = [];
    const two = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await rateOf(pair.slice(0, 1), sessions));
      two.push(await rateOf(pair, sessions));
    }
    const figures = `${median(two).toFixed(0)}/s of ${median(one).toFixed(0)}/s${held ? '' : '; no limit can be set here'}`;
    return { measured: median(two) / median(one), figures, notJudged: !held };
  } finally {
    for (const server of pair) await server.end();
    for (const group of groups) group?.remove();
  }
}

/** @param {string} databaseUrl */
async function seed(databaseUrl) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  /** @type {import('../service/seed.js').Insert} */
  const insert = async (table, columns, rows) => {
    for (const row of rows) {
      const marks = columns.map((_, index) => `$${index + 1}`).join(', ');
      const text = `insert into ${table} (${columns.join(', ')}) values (${marks})`;
      await client.query(text, [...row]);
    }
  };
  const ids = await seedApplication(insert);
  await seedUsers(insert, ids, { from: 0, to: users, passwordHash: await hash(password, cost) });
  await client.end();
}

/**
 * All of them loaded at the same time with their share.
 * @param {readonly import('../service/server.js').Server[]} servers
 * @param {readonly string[]} sessions
 */
async function rateOf(servers, sessions) {
  const results = await Promise.all(
    servers.map(({ url }) =>
      runLoad({
        url,
        connections,
        requests,
        path: (index) =>
          clientPath({
            type: 'var',
            sessionid: sessions[index % sessions.length] ?? '',
            varid: variable.varid,
          }),
        right: ({ body }) => body.includes(variable.value),
      }),
    ),
  );
  return results.reduce((sum, result) => sum + allRight(result).perSecond, 0);
}
