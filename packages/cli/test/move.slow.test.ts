// `latchkey move` moves every row between SQLite and PostgreSQL, and nothing if it cannot.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../service/src/database/open.ts';
import { startService } from '../../service/src/host/serve.ts';
import { fillApplication, addUsageRows } from '../../service/test/support/full-application.ts';
import {
  ownApplicationId,
  ownApplicationRow,
  ownPlanRow,
} from '../../service/test/support/own-application.ts';
import { findPostgresql, startPostgresql } from '../../service/test/support/postgresql-server.ts';
import { cli, temporaryFolder, type CliOptions } from './support/cli.ts';

const hasServer = findPostgresql() !== null;

/** A data folder and an empty PostgreSQL database. */
async function open() {
  const server = await startPostgresql({ durable: false });
  onTestFinished(() => server.close());
  const client = new Client({ connectionString: server.address('postgres') });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create database target');
  const folder = await makeData();
  const env = { TARGET: server.address('target') };
  const move = (direction: '--to-env' | '--from-env', data = folder, more: CliOptions = {}) =>
    cli(['move', '--data', data, direction, 'TARGET'], { env, ...more });
  const rowsIn = async (table: string) => {
    const target = new Client({ connectionString: env.TARGET });
    await target.connect();
    const { rows } = await target.query(`select * from "${table}"`);
    await target.end();
    return rows.length;
  };
  return { folder, env, move, rowsIn };
}

/** A data folder with keys, and with rows in the tables. */
async function makeData(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  const made = await cli(['app', 'create', '--data', folder, '--name', 'Shop', '--json']);
  expect(made.exitCode).toBe(0);
  const db = await openDatabase({ dataFolder: folder, onIdleFault: () => undefined });
  await db.insertInto('applications').values(ownApplicationRow(1)).execute();
  await db.insertInto('plans').values(ownPlanRow(1)).execute();
  const { userId: id } = await fillApplication(db, ownApplicationId, 'mark');
  await addUsageRows(db, ownApplicationId, { mark: 'mark', id });
  await db.destroy();
  return folder;
}

/** All rows by table, in an order of their own. */
function contentOf(file: string): Readonly<Record<string, readonly string[]>> {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const names = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[]; // one text column
  const all = names
    .filter((name) => name !== 'kysely_migration')
    .map((name) => {
      const rows = sqlite.prepare(`select * from "${name}"`).all();
      return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    });
  sqlite.close();
  return Object.fromEntries(all);
}

test.runIf(hasServer)(
  'moves every row to PostgreSQL and back, and a service continues',
  async () => {
    const { folder, env, move, rowsIn } = await open();
    const before = contentOf(join(folder, 'latchkey.sqlite'));
    const there = await move('--to-env');
    expect(there).toMatchObject({ exitCode: 0, stderr: '' });
    expect(there.stdout).toContain('and compared all of them.');
    expect(await rowsIn('users')).toBe(before['users']?.length);
    expect(existsSync(join(folder, 'latchkey.sqlite'))).toBe(false);
    expect(contentOf(join(folder, 'latchkey.sqlite.moved'))).toEqual(before);
    const list = await cli(['app', 'list', '--data', folder]);
    expect(list.stderr).toContain('was moved to PostgreSQL: set DATABASE_URL.');
    const back = await move('--from-env');
    expect(back).toMatchObject({ exitCode: 0, stderr: '' });
    expect(contentOf(join(folder, 'latchkey.sqlite'))).toEqual(before);
    // The keys in the folder are those of the moved data.
    const service = await startService({
      dataFolder: folder,
      port: 0,
      databaseUrl: env.TARGET,
      signingKeyFile: join(folder, 'signing-key.pem'),
      logStream: { write: () => true },
    });
    onTestFinished(() => service.close());
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    // Control: it uses the database, so it cannot be moved meanwhile.
    const busy = await move('--from-env', join(temporaryFolder(), 'other'));
    expect(busy).toMatchObject({ exitCode: 1, stdout: '' });
    expect(busy.stderr).toContain('A service is using the PostgreSQL database. Stop it first.');
  },
);

test.runIf(hasServer)('changes nothing if it is refused or interrupted', async () => {
  const { folder, move, rowsIn } = await open();
  const file = join(folder, 'latchkey.sqlite');
  const before = contentOf(file);
  const refused = async (sentence: string, more: CliOptions = {}) => {
    const ran = await move('--to-env', folder, more);
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ran.stderr).toContain(sentence);
    expect(contentOf(file)).toEqual(before);
  };
  await refused('The environment variable TARGET is not set.', { env: {} });
  await refused('The move was interrupted. Nothing was moved.', { stop: AbortSignal.abort() });
  expect(await rowsIn('applications')).toBe(0);
  const writer = new BetterSqlite3(file);
  writer.prepare('select 1 from users').get();
  await refused('A service is using this data. Stop it first.');
  writer.close();
  const both = await cli(['move', '--data', folder, '--to-env', 'A', '--from-env', 'B'], {});
  expect(both.exitCode).toBe(2);
  const exists = await move('--from-env');
  expect(exists.stderr).toContain('latchkey.sqlite already exists.');
  // Control: nothing but the refusals was in the way.
  expect((await move('--to-env')).exitCode).toBe(0);
  // Another installation does not mix with it.
  const filled = await move('--to-env', await makeData());
  expect(filled.stderr).toContain('The PostgreSQL database is not empty');
  expect(readdirSync(folder)).not.toContain('moving');
});
