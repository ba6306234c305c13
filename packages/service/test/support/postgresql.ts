// Provides the database of a test's service: SQLite, or a PostgreSQL database per data folder.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { emptyDatabase } from './postgresql-shape.ts';

// Playwright tests run the same service without Vitest, on SQLite unless they call useAddress().
const server = process.env['VITEST'] === undefined ? undefined : inject('postgresql');

/** For tests that concern only one database. All other tests run on both. */
export const databaseKind: 'sqlite' | 'postgresql' = server === undefined ? 'sqlite' : 'postgresql';

/** Tables of the template database; undefined without PostgreSQL. */
export const preparedTables = server?.tables;

export interface Environment {
  readonly DATABASE_URL?: string;
  readonly LATCHKEY_SIGNING_KEY_FILE?: string;
}

/** Database names by data folder, as promises, so that concurrent callers share a database. */
const databases = new Map<string, Promise<string>>();
/** Names of emptied databases, for reuse. */
const reusableDatabases: string[] = [];
const ownAddresses = new Map<string, string>();

/** Whether the folder's database is on a test's own server, which has no bystanders. */
export function hasOwnAddress(dataFolder: string): boolean {
  return ownAddresses.has(dataFolder);
}

/** Makes a data folder use a test's own server. Call it before the folder is used. */
export function useAddress(dataFolder: string, address: string): void {
  ownAddresses.set(dataFolder, address);
}

/**
 * Returns the environment of a service with this data folder, and creates the folder's database on
 * first use. `empty` means without tables, like a seller's new database. SQLite always starts
 * empty.
 */
export async function environmentOf(
  dataFolder: string,
  content: 'tables' | 'empty' = 'tables',
): Promise<Environment> {
  const LATCHKEY_SIGNING_KEY_FILE = join(dataFolder, 'signing-key.pem');
  const ownAddress = ownAddresses.get(dataFolder);
  if (ownAddress !== undefined) return { DATABASE_URL: ownAddress, LATCHKEY_SIGNING_KEY_FILE };
  if (server === undefined) return {};
  const databaseName = databases.get(dataFolder) ?? makeDatabase(content);
  databases.set(dataFolder, databaseName);
  return { DATABASE_URL: addressOf(await databaseName), LATCHKEY_SIGNING_KEY_FILE };
}

/** Like `environmentOf`, but returns options of `startService`. */
export async function databaseOptionsOf(dataFolder: string, content?: 'tables' | 'empty') {
  const { DATABASE_URL: databaseUrl, LATCHKEY_SIGNING_KEY_FILE: signingKeyFile } =
    await environmentOf(dataFolder, content);
  return { databaseUrl, signingKeyFile };
}

/** Empties or drops the database of a removed folder. Ends connections that are still open. */
export async function dropDatabaseOf(dataFolder: string): Promise<void> {
  const databaseName = databases.get(dataFolder);
  if (databaseName === undefined || server === undefined) return;
  databases.delete(dataFolder);
  const name = await databaseName;
  if (await emptyDatabase(addressOf(name), server.shape)) reusableDatabases.push(name);
  else await dropDatabase(name);
}

async function makeDatabase(content: 'tables' | 'empty'): Promise<string> {
  const emptied = content === 'tables' ? reusableDatabases.pop() : undefined;
  if (emptied !== undefined) return emptied;
  const name = `of_${randomBytes(8).toString('hex')}`;
  const copy = content === 'empty' ? '' : ` template ${server?.template ?? ''} strategy file_copy`;
  await administer(`create database ${name}${copy}`);
  return name;
}

async function dropDatabase(name: string): Promise<void> {
  await administer(`drop database ${name} with (force)`);
}

function addressOf(name: string): string {
  return server?.administration.replace(/postgres$/, name) ?? '';
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
