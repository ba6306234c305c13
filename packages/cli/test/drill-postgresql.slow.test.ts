// `latchkey drill` with a dump of PostgreSQL, its keys and files.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cli, temporaryFolder } from './support/cli.ts';
import { findPostgresql, startPostgresql } from '../../service/test/support/postgresql-server.ts';

const programs = findPostgresql();

async function openDumped() {
  const server = await startPostgresql({ durable: false });
  onTestFinished(() => server.close());
  vi.stubEnv('PATH', `${programs ?? ''}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = new Client({ connectionString: server.address('postgres') });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create database latchkey');
  const data = join(temporaryFolder(), 'data');
  const env = {
    DATABASE_URL: server.address('latchkey'),
    LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem'),
  };
  await cli(['app', 'create', '--data', data, '--name', 'My App', '--json'], { env });
  const good = join(temporaryFolder(), 'good');
  mkdirSync(good);
  const dump = join(good, 'latchkey.dump');
  execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, env.DATABASE_URL]);
  for (const name of ['signing-key.pem', 'service-secret', 'installation'])
    copyFileSync(join(data, name), join(good, name));
  const drillEnv = { ...env, LATCHKEY_DRILL_DATABASE_URL: server.address('postgres') };
  return {
    good,
    drill: (from: string, more: object = drillEnv) =>
      cli(['drill', '--data', data, '--from', from], { env: { ...more } }),
    env,
    databases: async () => {
      const { rows } = await client.query<{ datname: string }>(
        "select datname from pg_database where datname like 'latchkey%'",
      );
      return rows.map(({ datname }) => datname);
    },
    emptyDump: async (file: string) => {
      await client.query('create database nothing');
      execFileSync('pg_dump', ['--format=custom', `--file=${file}`, server.address('nothing')]);
    },
  };
}

test.runIf(programs !== null)('drill restores a dump, and names its damage', async () => {
  const { good, drill, env, databases, emptyDump } = await openDumped();
  const ran = await drill(good);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^ok +A new user redeemed a new license key and signed in/m);
  expect(ran.stdout).toContain('A restore would lose 0 applications, 0 users');
  const nowhere = await drill(good, env);
  expect(nowhere.stdout).toMatch(/PROBLEM .*Set LATCHKEY_DRILL_DATABASE_URL/);
  const inFolder = (name: string) => (folder: string) => join(folder, name);
  const dump = inFolder('latchkey.dump');
  const damages: readonly (readonly [(folder: string) => unknown, RegExp])[] = [
    [
      (folder) => truncateSync(dump(folder), Math.floor(statSync(dump(folder)).size / 2)),
      /cannot be restored/,
    ],
    [(folder) => writeFileSync(dump(folder), 'no dump'), /cannot be restored/],
    [(folder) => emptyDump(dump(folder)), /The database is empty/],
    [(folder) => rmSync(join(folder, 'service-secret')), /has no service secret/],
    [(folder) => writeFileSync(join(folder, 'service-secret'), Buffer.alloc(32, 7)), /secret/],
    [(folder) => writeFileSync(join(folder, 'installation'), 'other\n'), /another installation/],
  ];
  for (const [harm, sentence] of damages) {
    const bad = join(temporaryFolder(), 'bad');
    cpSync(good, bad, { recursive: true });
    await harm(bad);
    const found = await drill(bad);
    expect(found.exitCode).toBe(1);
    expect(found.stdout).toMatch(sentence);
  }
  expect(await databases()).toEqual(['latchkey']);
});
