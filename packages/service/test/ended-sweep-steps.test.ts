// How the expiry sweep finds rows: each step uses an index and starts where the last one ended.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { steadyForMs } from '../src/clock.ts';
import { stepRows } from '../src/host/expiry-sweep.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { addSessions, openSweep, startSeconds, sessionsLeft } from './support/expiry-sweep.ts';

test('each step starts where the previous one ended, and reads no row twice', async () => {
  const { db, places, errors, begin, pass } = await openSweep();
  await addSessions(db, stepRows, startSeconds - 3, 'a');
  await addSessions(db, stepRows, startSeconds - 2, 'b');
  await addSessions(db, 1, startSeconds - 1, 'c');
  await addSessions(db, 1, startSeconds + 86_400, 'd');
  const end = begin();
  await pass(steadyForMs);
  await vi.waitFor(async () => expect(await sessionsLeft(db)).toEqual(['d']), 15_000);
  await end();
  const [first, ...others] = places;
  expect(first).toBe(Number.MIN_SAFE_INTEGER);
  // Only the first sweep: later sweeps start from the beginning.
  expect(others.slice(0, 2)).toEqual([startSeconds - 3, startSeconds - 2]);
  expect(errors).toEqual([]);
});

test('deletes expired password links, mutes and trials, and keeps others', async () => {
  const { db, addUser, errors, begin, pass } = await openSweep();
  for (const username of ['over', 'kept']) await addUser({ username, password: 'right' });
  const users = await db.selectFrom('users').select(['id', 'username']).execute();
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? '';
  const [over, kept] = [idOf('over'), idOf('kept')];
  const links = [
    { tokenHash: 'over', userId: over, expiresAt: startSeconds - 1, emailHash: null },
    { tokenHash: 'kept', userId: kept, expiresAt: startSeconds + 3600, emailHash: null },
  ];
  await db.insertInto('passwordResets').values(links).execute();
  const mutes = [
    { userId: over, mutedUntil: startSeconds - 1 },
    { userId: kept, mutedUntil: startSeconds + 3600 },
  ];
  await db.insertInto('chatMutes').values(mutes).execute();
  const ended = [startSeconds - 1, startSeconds + 3600].map((expiresAt) => ({
    idHash: `ends at ${expiresAt}`,
    applicationId: ownApplicationId,
    reason: 'computer-removed' as const,
    expiresAt,
  }));
  await db.insertInto('endedSessions').values(ended).execute();
  const trials = [startSeconds - 1, startSeconds + 3600].map((expiresAt) => ({
    applicationId: ownApplicationId,
    computer: `until ${expiresAt}`,
    expiresAt,
  }));
  await db.insertInto('trials').values(trials).execute();
  const end = begin();
  await pass(steadyForMs);
  const left = async () => [
    await db.selectFrom('endedSessions').selectAll().execute(),
    await db.selectFrom('passwordResets').selectAll().execute(),
    await db.selectFrom('chatMutes').selectAll().execute(),
    await db.selectFrom('trials').selectAll().execute(),
  ];
  await vi.waitFor(
    async () => expect(await left()).toEqual([[ended[1]], [links[1]], [mutes[1]], [trials[1]]]),
    15_000,
  );
  await end();
  expect(errors).toEqual([]);
});

test.runIf(databaseKind === 'sqlite')('no step reads more rows than it may delete', async () => {
  const { db } = await openSweep();
  for (const [table, key, end] of [
    ['sessions', 'id_hash', 'expires_at'],
    ['ended_sessions', 'id_hash', 'expires_at'],
    ['throttles', 'scope', 'ends_at'],
    ['trials', 'computer', 'expires_at'],
    ['repeats', 'request', 'expires_at'],
    ['password_resets', 'token_hash', 'expires_at'],
    ['chat_mutes', 'user_id', 'muted_until'],
  ] as const) {
    const { rows } = await sql<{
      detail: string;
    }>`explain query plan select ${sql.ref(key)}, ${sql.ref(end)} from ${sql.ref(table)}
      where ${sql.ref(end)} >= 0 and ${sql.ref(end)} <= 1 order by ${sql.ref(end)} limit 500`.execute(
      db,
    );
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan, table).toContain('USING');
    expect(plan, table).not.toMatch(/SCAN (?!.*USING)|TEMP B-TREE/);
  }
});
