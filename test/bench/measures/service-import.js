// Measures one application's checks while another one on the same service imports users and license
// keys by the command line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { root } from '../../../scripts/build-if-stale.js';
import { runLoad } from '../service/load.js';
import { app, openSqlite, password, seedApplication, seedUsers } from '../service/seed.js';
import { moveLoad, startService } from '../service/server.js';
import { allRight, checksOf, signIn } from '../service/use.js';
import { cost } from './service-speed.js';

const importedUsers = 20_000;
const importedKeys = 40_000;
const checkedUsers = 2;
const checksPerRound = 500;
const importing = {
  name: 'Importing',
  ownerid: app.ownerid,
  sellerkey: 'importing'.padEnd(32, '0'),
};
const bcryptHash = '$2b$10$abcdefghijklmnopqrstuuKvlWQHqSqgaKfIGXM0eKXRzDvVbXw4e';

/** @type {import('../table.js').Measurement} */
export const serviceImport = {
  bounds: [
    { name: 'check beside an import, p99, SQLite', bound: 50, unit: 'ms' },
    // 100 000 users and 200 000 keys in three minutes.
    { name: 'import, time of 1000 rows, SQLite', bound: 600, unit: 'ms' },
  ],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-import-'));
    await (await startService(data)).end();
    await seed(data);
    const files = await writeFiles(data);
    moveLoad('beside');
    const server = await startService(data);
    try {
      const load = checksOf(server.url, await signIn(server.url, checkedUsers), checksPerRound);
      const alone = allRight(await runLoad(load));
      const startedAt = performance.now();
      const state = { isDone: false };
      const run = importFiles(server.url, files).finally(() => (state.isDone = true));
      /** @type {number[]} */
      const times = [];
      do times.push(...allRight(await runLoad(load)).times);
      while (!state.isDone);
      await run;
      const tookMs = performance.now() - startedAt;
      const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
      const rows = importedUsers + importedKeys;
      return [
        { measured: p99, figures: `alone ${alone.p99.toFixed(1)} ms, ${times.length} checks` },
        {
          measured: (tookMs / rows) * 1000,
          figures: `${rows} rows in ${(tookMs / 1000).toFixed(1)} s, ${server.cpuSeconds().toFixed(1)} s of the service's processor time`,
        },
      ];
    } finally {
      await server.end();
    }
  },
};

async function seed(/** @type {string} */ data) {
  const { insert, close } = openSqlite(data);
  const passwordHash = await hash(password, cost);
  const ids = await seedApplication(insert);
  await seedUsers(insert, ids, { from: 0, to: checkedUsers, passwordHash });
  await seedApplication(insert, importing);
  close();
}

/** Every second user has a hash and an e-mail; each has a computer. */
async function writeFiles(/** @type {string} */ data) {
  const files = { users: join(data, 'users.json'), licenses: join(data, 'licenses.json') };
  const expiry = Math.floor(Date.now() / 1000) + 86_400 * 30;
  const users = Array.from({ length: importedUsers }, (_, index) => ({
    username: `imported-${index}`,
    ...(index % 2 === 0 && { passwordHash: bcryptHash, email: `user-${index}@example.com` }),
    hwid: `computer-of-${index}-0123456789`,
    subscriptions: [{ subscription: 'Pro', expiry }],
  }));
  const licenses = Array.from({ length: importedKeys }, (_, index) => ({
    key: `IMPORT-${String(index).padStart(6, '0')}-ABCDEF-GHIJKL`,
    ...{ level: '1', expires: 86_400 * 30, status: 'Not Used' },
  }));
  const head = { format: 'latchkey-export', version: 1 };
  await writeFile(files.users, JSON.stringify({ ...head, users }));
  await writeFile(files.licenses, JSON.stringify({ ...head, licenses }));
  return files;
}

/**
 * @param {string} url
 * @param {{ users: string, licenses: string }} files
 */
async function importFiles(url, { users, licenses }) {
  for (const file of [users, licenses]) {
    const args = ['import', file, '--without-passwords', '--url', url, '--key-stdin'];
    const main = join(root, 'packages/cli/dist/main.js');
    const child = spawn(process.execPath, [main, ...args], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.stdin.end(`${importing.sellerkey}\n`);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('The import failed');
  }
}
