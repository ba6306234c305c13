// Lists all migrations in the order of their names, which databases record. Migrations never
// change: add a new one. A name that is not in this list means that a newer version wrote the data.
import type { Migration } from 'kysely/migration';
import { up as baseline } from './001-baseline.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-baseline': { up: baseline },
};
