// Vitest setup of the project "postgresql": a private server for the run, with a migrated template.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/open.ts';
import { addBystanders, copyForSeeding } from './bystanders/seeding.ts';
import type { Table } from './bystanders/tables.ts';
import { startPostgresql } from './postgresql-server.ts';
import { shapeOf } from './postgresql-shape.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** undefined in projects without PostgreSQL. */
    postgresql?: {
      readonly administration: string;
      readonly template: string;
      /** The result of `shapeOf` for the template. */
      readonly shape: string;
      readonly tables: readonly Pick<Table, 'name' | 'ids'>[];
    };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql({ durable: false });
  const administration = server.address('postgres');
  const template = server.address('template_latchkey');
  try {
    const prepared = await makeTemplate(administration, template);
    const tables = prepared.map(({ name, ids }) => ({ name, ids }));
    const shape = await shapeOf(template);
    project.provide('postgresql', { administration, template: 'template_latchkey', shape, tables });
  } catch (error) {
    await server.close();
    throw error;
  }
  return () => server.close();
}

async function makeTemplate(administration: string, template: string): Promise<readonly Table[]> {
  const client = new Client(administration);
  await client.connect();
  await client.query('create database template_latchkey');
  await client.end();
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-template-'));
  try {
    const db = await openDatabase({ dataFolder, databaseUrl: template, onIdleFault: () => null });
    const tables = await addBystanders(db, 'postgresql');
    await copyForSeeding(db, tables);
    await db.destroy();
    return tables;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
