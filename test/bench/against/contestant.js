// Sets up one of the two compared commits with a separate database, filled through interfaces that
// every commit has: its command line and its seller API.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { askOnce } from '../service/load.js';
import { app, password, userName, variable } from '../service/seed.js';
import { startServiceOf } from '../service/server.js';

/** Enough that no user reaches a rate limit. */
export const users = 64;
const keysAtOnce = 100;

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => Promise<import('../service/server.js').Server>} start
 * @property {(url: string, count: number) => Promise<string[]>} newKeys returns unused keys
 */

/**
 * @param {{ project: string, name: string }} commit
 * @param {string} folder
 * @param {string} [databaseUrl] PostgreSQL; without it, SQLite in a separate folder
 * @returns {Promise<Contestant>}
 */
export async function contestant({ project, name }, folder, databaseUrl) {
  const data = mkdtempSync(join(folder, `against-${name}-`));
  const key = { LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem') };
  const env = databaseUrl === undefined ? {} : { ...key, DATABASE_URL: databaseUrl };
  const cli = [join(project, 'bin/latchkey.js'), 'app', 'create', '--json'];
  const what = ['--data', data, '--name', app.name, '--ownerid', app.ownerid];
  const start = () => startServiceOf(project, data, env);
  // The first start creates the tables and the signing key.
  await (await start()).end();
  const made = execFileSync(process.execPath, [...cli, ...what], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  const { sellerkey } = JSON.parse(made);
  /** @param {string} url @param {Record<string, string>} parameters */
  const sell = async (url, parameters) => {
    const query = new URLSearchParams({ sellerkey, ...parameters }).toString();
    const answer = await askOnce(url, `/api/seller/?${query}`);
    if (answer.success !== true) throw new Error(`${name}, ${parameters.type}: ${answer.message}`);
    return answer;
  };
  const server = await start();
  await sell(server.url, {
    type: 'addvar',
    name: variable.varid,
    data: variable.value,
    authed: '1',
  });
  for (let index = 0; index < users; index += 1)
    await sell(server.url, {
      type: 'adduser',
      user: userName(index),
      pass: password,
      sub: 'Default',
      expiry: '300',
    });
  await server.end();
  return {
    name,
    start,
    async newKeys(url, count) {
      /** @type {string[]} */
      const keys = [];
      while (keys.length < count) {
        const amount = String(Math.min(keysAtOnce, count - keys.length));
        const answer = await sell(url, {
          type: 'add',
          format: 'json',
          expiry: '1',
          level: '1',
          amount,
        });
        keys.push(...(answer.keys ?? [answer.key]));
      }
      return keys;
    },
  };
}
