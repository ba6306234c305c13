// Statements over a list of texts find their rows by index, whatever PostgreSQL knows of the table.
import { expect, onTestFinished, test } from 'vitest';
import { isListed } from '../src/database/in-list.ts';
import { addManyLicenses } from './jobs-parts.ts';
import { ownApplicationId as applicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { startTestService } from './support/service.ts';

// SQLite's plan does not depend on it: see docs/engineering/plans.md.
test.runIf(databaseKind === 'postgresql')(
  'finds listed keys by key in an application whose rows no statistics count yet',
  async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const { database: db } = service;
    await addManyLicenses(db, 3000, 1_900_000_000);
    const keys = Array.from({ length: 50 }, (_, index) => `MANY-${index}`);
    const plan = await db
      .selectFrom('licenses')
      .select('usedBy')
      .where(isListed(db, 'licenses.key', applicationId, keys))
      .explain<Record<string, string>>('text');
    const lines = plan.flatMap((row) => Object.values(row)).join('\n');
    expect(lines).toMatch(/Index Cond: .*\bkey = /);
  },
);
