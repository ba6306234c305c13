// Restores a dump of pg_dump to a new PostgreSQL database with pg_restore.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { StartProblem, errorCode } from '../../start-problem.ts';
import { dumpName } from './find-backup.ts';

interface RestoredDatabase {
  readonly databaseUrl: string;
  /** Drops the database. */
  readonly remove: () => Promise<void>;
}

/** `server` is the URL of any database of the server. Throws StartProblem. */
export async function restoreDump(
  folder: string,
  server: string | undefined,
): Promise<RestoredDatabase> {
  if (server === undefined || !URL.canParse(server))
    throw new StartProblem(
      'Set LATCHKEY_DRILL_DATABASE_URL to the URL of a PostgreSQL server on which the drill may create a database.',
    );
  const name = `latchkey_drill_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name} template template0`);
  const remove = () => runOn(server, `drop database ${name} with (force)`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await runPgRestore(join(folder, dumpName), url);
  } catch (error) {
    await remove();
    throw error;
  }
  return { databaseUrl: url.href, remove };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  // A lost connection also rejects the query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    throw new StartProblem(
      `The server of LATCHKEY_DRILL_DATABASE_URL refused (${errorCode(error) || 'no reason given'}). Its user needs the right CREATEDB.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function runPgRestore(dump: string, url: URL): Promise<void> {
  const { password } = url;
  const withoutPassword = new URL(url);
  withoutPassword.password = '';
  const args = ['--no-owner', '--no-privileges', '--exit-on-error'];
  // SECURITY: every user of the machine can read arguments, so the password is a variable.
  const env = { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) };
  const child = spawn('pg_restore', [...args, `--dbname=${withoutPassword.href}`, dump], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(errorCode(error)));
    child.once('close', resolve);
  });
  if (code === 0) return;
  if (code === 'ENOENT')
    throw new StartProblem('pg_restore is missing. Install the client programs of PostgreSQL.');
  const [reason = 'no reason given'] = output.split('\n');
  throw new StartProblem(`The dump ${dump} cannot be restored (${reason}).`);
}
