// The planner's statistics of SQLite are measured in the background, after the start.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

async function sampled(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sqlite_stat4`.execute(
    db,
  );
  return rows[0]?.count;
}

test.runIf(databaseKind === 'sqlite')(
  'tables are measured a minute after the start, and then every hour',
  async () => {
    const waiting: { readonly delayMs: number; readonly then: () => void }[] = [];
    const { service } = await openWire({
      after(delayMs, then) {
        waiting.push({ delayMs, then });
        return () => undefined;
      },
    });
    await service.addLicense({ days: 1 });
    const measured = async () => {
      const { rows } = await sql<{ idx: string }>`
        select idx from sqlite_stat1 where tbl = 'licenses'`.execute(service.database);
      return rows.map(({ idx }) => idx);
    };
    await expect(measured()).rejects.toThrow('no such table');
    for (const { delayMs, then } of waiting.splice(0)) if (delayMs === 60_000) then();
    await expect.poll(measured).toContain('licenses_fold');
    // Samples of keys and names would outlive deleted rows.
    await expect.poll(() => sampled(service.database)).toBe(0);
    await expect.poll(() => waiting.map(({ delayMs }) => delayMs)).toContain(3_600_000);
  },
);
