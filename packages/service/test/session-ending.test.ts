// Ending many sessions together, while others change between finding and ending them.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { endSessions } from '../src/database/session-ending.ts';
import { addOtherApplication } from './support/another-application.ts';
import { ownApplicationId as applicationId } from './support/own-application.ts';
import { startPostgresql } from './support/postgresql-server.ts';
import { databaseKind, useAddress } from './support/postgresql.ts';
import { startTestService } from './support/service.ts';
import { temporaryFolder } from './support/service-command.ts';
import { addManySessions } from './jobs-parts.ts';

const now = 1_900_000_000;
const later = now + 3600;

async function open(more: { readonly dataFolder?: string } = {}) {
  const service = await startTestService({ ...more, now: () => now * 1000 });
  onTestFinished(() => service.close());
  const { database: db } = service;
  const { id: other } = await addOtherApplication(service, { id: 'another' });
  await db.deleteFrom('sessions').execute();
  if (databaseKind === 'postgresql') await sql`vacuum sessions`.execute(db);
  await addManySessions(db, 5, later);
  await addManySessions(db, 2, later, other);
  const alive = async () => {
    const rows = await db
      .selectFrom('sessions')
      .select('idHash')
      .where('expiresAt', '>', now)
      .orderBy('idHash')
      .execute();
    return rows.map(({ idHash }) => idHash);
  };
  return { db, other, alive };
}

/** Runs `act` once, after the first statement. */
function between(db: Database, act: () => Promise<unknown>): Database {
  let isDone = false;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true;
        await act();
      }
      return result;
    },
  });
}

const oneOf = (application: string, index: number) => `${application}-000000000${index}`;

test('ends a session that signs in while sessions are being ended', async () => {
  const { db, other, alive } = await open();
  const signedIn = db
    .updateTable('sessions')
    .set({ ip: '192.0.2.7', expiresAt: later + 7200 })
    .where('idHash', '=', oneOf(applicationId, 2));
  await endSessions(
    databaseKind === 'sqlite' ? db : between(db, () => signedIn.execute()),
    { applicationId, now },
    10,
  );
  expect(await alive()).toEqual([oneOf(other, 0), oneOf(other, 1)]);
});

// PostgreSQL finds sessions by their place (ctid), which another row can take.
test.runIf(databaseKind === 'postgresql')(
  'does not end a session of another application whose row reused the ctid of an ended one',
  async () => {
    // On a server of its own: elsewhere, any backend that starts keeps VACUUM from freeing a place.
    const server = await startPostgresql({ durable: false });
    onTestFinished(() => server.close());
    const dataFolder = temporaryFolder();
    useAddress(dataFolder, server.address('postgres'));
    const { db, other, alive } = await open({ dataFolder });
    const places = async () => {
      const { rows } = await sql<{ at: string; hash: string }>`
        select ctid::text as at, id_hash as hash from sessions`.execute(db);
      return new Map(rows.map(({ at, hash }) => [at, hash]));
    };
    const before = await places();
    const others = [0, 1, 2, 3].map((index) => oneOf(other, index));
    const inTheirPlaces = async () => {
      const lying = [...(await places())];
      const taken = lying.filter(([at]) => before.get(at)?.startsWith(applicationId));
      return taken.map(([, hash]) => hash).toSorted();
    };
    const given = between(db, async () => {
      await db.deleteFrom('sessions').execute();
      // VACUUM of a table without rows makes the next insertion begin at its first page again.
      await sql`vacuum sessions`.execute(db);
      await addManySessions(db, 4, later, other);
      expect(await inTheirPlaces()).toEqual(others);
    });
    await endSessions(given, { applicationId, now }, 10);
    expect(await inTheirPlaces()).toEqual(others);
    expect(await alive()).toEqual(others);
  },
);

test('ends only sessions that existed at the request, the first to expire first', async () => {
  const { db, other, alive } = await open();
  await db
    .updateTable('sessions')
    .set({ createdAt: now + 1 })
    .where('idHash', '=', oneOf(applicationId, 1))
    .execute();
  const { count, lastPosition } = await endSessions(
    db,
    { applicationId, now, opened: 'until-then' },
    2,
  );
  expect(count).toBe(2);
  if (databaseKind === 'postgresql') expect(lastPosition).toBe(later + 2);
  expect(await alive()).toEqual(
    [
      oneOf(other, 0),
      oneOf(other, 1),
      ...[1, 3, 4].map((at) => oneOf(applicationId, at)),
    ].toSorted(),
  );
});
