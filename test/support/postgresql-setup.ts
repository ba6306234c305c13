// Vitest's set-up of the project "postgresql": one private server for the run, and in it the migrated database that the tests'
// databases are copies of.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/service/database.ts';
import { startPostgresql } from './postgresql-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Missing in the projects that have no such server. */
    postgresql?: { readonly administration: string; readonly template: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql({ durable: false });
  try {
    await makeTemplate(server.address('postgres'), server.address('template_latchkey'));
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('postgresql', {
    administration: server.address('postgres'),
    template: 'template_latchkey',
  });
  return () => server.close();
}

async function makeTemplate(administration: string, template: string): Promise<void> {
  const client = new Client(administration);
  await client.connect();
  await client.query('create database template_latchkey');
  await client.end();
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-template-'));
  try {
    const db = await openDatabase({ dataFolder, databaseUrl: template, onIdleFault: () => null });
    await db.destroy();
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
