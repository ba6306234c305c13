// Which database a test's service runs on: SQLite in its folder or, in the project "postgresql", a database of that folder's
// own on the run's private server.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

const server = inject('postgresql');

/** Only for what is about one of them by its nature; everything else runs on both. */
export const databaseKind: 'sqlite' | 'postgresql' = server === undefined ? 'sqlite' : 'postgresql';

export interface Environment {
  readonly DATABASE_URL?: string;
  readonly LATCHKEY_SIGNING_KEY_FILE?: string;
}

const made = new Set<string>();
const addresses = new Map<string, string>();

/** For a test that has a server of its own, before the folder is used. */
export function useAddress(dataFolder: string, address: string): void {
  addresses.set(dataFolder, address);
}

/**
 * The variables of a service with this data folder; makes the folder's database where it has none yet. `empty`: without any
 * table, as a seller's new database is (SQLite's file always begins so).
 */
export async function environmentOf(
  dataFolder: string,
  content: 'tables' | 'empty' = 'tables',
): Promise<Environment> {
  if (server === undefined) return {};
  const LATCHKEY_SIGNING_KEY_FILE = join(dataFolder, 'signing-key.pem');
  const own = addresses.get(dataFolder);
  if (own !== undefined) return { DATABASE_URL: own, LATCHKEY_SIGNING_KEY_FILE };
  const name = nameOf(dataFolder);
  if (!made.has(name)) {
    made.add(name);
    const copy = content === 'empty' ? '' : ` template ${server.template} strategy file_copy`;
    await administer(`create database ${name}${copy}`);
  }
  const DATABASE_URL = server.administration.replace(/postgres$/, name);
  return { DATABASE_URL, LATCHKEY_SIGNING_KEY_FILE };
}

/** The same as options of `startService`. */
export async function databaseOptionsOf(dataFolder: string, content?: 'tables' | 'empty') {
  const { DATABASE_URL: databaseUrl, LATCHKEY_SIGNING_KEY_FILE: signingKeyFile } =
    await environmentOf(dataFolder, content);
  return { databaseUrl, signingKeyFile };
}

/** Together with the folder. Whoever is still connected is cut off. */
export async function dropDatabaseOf(dataFolder: string): Promise<void> {
  if (made.delete(nameOf(dataFolder)))
    await administer(`drop database ${nameOf(dataFolder)} with (force)`);
}

function nameOf(dataFolder: string): string {
  return `of_${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}`;
}

async function administer(statement: string): Promise<void> {
  const client = new Client(server?.administration);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
