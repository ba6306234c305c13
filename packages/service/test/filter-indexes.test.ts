// Filters of licenses read their rows from an index, in the order of the list.
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { matchesLicense, type LicenseFilters } from '../src/features/licenses/license-filters.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

test.runIf(databaseKind === 'sqlite')(
  'filters of licenses use their index, in the order of the list',
  async () => {
    let whole: Database | undefined;
    await openWire({ wrapDatabase: (db) => (whole = db) });
    if (whole === undefined) throw new Error('The service opened no database');
    const db = whole;
    const planOf = async (query: {
      compile: () => { sql: string; parameters: readonly unknown[] };
    }) => {
      const { sql, parameters } = query.compile();
      const { rows: steps } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      return steps.map(({ detail }) => detail).join();
    };
    const licenses = (filters: LicenseFilters) =>
      db
        .selectFrom('licenses')
        .select('key')
        .where('applicationId', '=', ownApplicationId)
        .where(matchesLicense(filters))
        .orderBy('createdAt', 'desc')
        .orderBy('key');
    const expected = [
      [{ status: 'banned' }, 'licenses_by_status'],
      [{ level: '2' }, 'licenses_by_level'],
      [{ genby: 'Rita' }, 'licenses_by_creator'],
      [{ genby: 'SellerAPI' }, 'licenses_listed'],
      [{ since: 1, until: 2 }, 'licenses_listed'],
    ] as const;
    for (const [filters, index] of expected) {
      const plan = await planOf(licenses(filters));
      expect(plan).toContain(index);
      expect(plan).not.toContain('TEMP B-TREE');
    }
  },
);
