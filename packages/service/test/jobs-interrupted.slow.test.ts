// A long job whose process stops or is killed: the next process continues it, each row once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { firstBatchRows } from '../src/api/batch-pace.ts';
import { runJob } from '../src/api/jobs.ts';
import { operationSets } from '../src/host/seller-operations.ts';
import { startService } from '../src/host/serve.ts';
import { ownApplication, ownApplicationId as applicationId } from './support/own-application.ts';
import { databaseOptionsOf, environmentOf } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService } from './support/service.ts';
import { temporaryFolder } from './support/service-command.ts';
import { addManyUsers, days } from './jobs-parts.ts';
import {
  many,
  seconds,
  open,
  ends,
  audited,
  begun,
  extension,
  asked,
  jobParts,
} from './jobs-opened.ts';

/** Looks for abandoned jobs immediately, and runs no other timer. */
function soon(delayMs: number, then: () => void): () => void {
  const timer = delayMs === 2000 ? setTimeout(then, 10) : undefined;
  return () => {
    clearTimeout(timer);
  };
}

test('continues an abandoned job after its last completed part', async () => {
  const { db, ask } = await open({ after: soon });
  await addManyUsers(db, many, seconds);
  await begun(db, 'extend', extension, seconds);
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  // The job had already passed the first 500. Every tenth had expired.
  expect(await ends(db)).toEqual([
    [-1, null, 50],
    [days(3), null, many / 10 - 50],
    [days(10), null, 450],
    [days(13), null, many - many / 10 - 450],
  ]);
  expect(await db.selectFrom('auditLogs').select(['ip', 'detail']).execute()).toEqual([
    { ip: '192.0.2.7', detail: 'user=all' },
  ]);
  expect(await ask('resetalluser')).toMatchObject({ success: true });
});

test.each([false, true])(
  'the runner of a finished job does not run the next job of the application (stopping: %s)',
  async (stopped) => {
    const { db } = await open();
    await begun(db, 'extend', extension);
    const jobs = () => db.selectFrom('jobs').selectAll().execute();
    const before = await jobs();
    const ending = stopped ? AbortSignal.abort() : new AbortController().signal;
    const parts = jobParts(db, ending);
    expect(await runJob(parts, { applicationId, id: 'the one before' }, operationSets)).toBeNull();
    expect(await jobs()).toEqual(before);
  },
);

/** A data folder with many users and no running service. */
async function prepared(): Promise<string> {
  const dataFolder = temporaryFolder();
  const before = await startTestService({ dataFolder, now: () => seconds * 1000 });
  await before.removeNeighbour();
  await addManyUsers(before.database, many, seconds);
  await before.close();
  return dataFolder;
}

test('a service that is stopped during a part of a job ends soon, and its next start continues the job', async () => {
  const dataFolder = await prepared();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let reached = () => {};
  const atSecond = new Promise<void>((resolve) => (reached = resolve));
  // The second part extends the claim, and is held there.
  const holding = (db: Database) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row['claimedUntil'] === seconds + 5)) {
          reached();
          await held;
        }
        return result;
      },
    });
  const service = await startService(
    {
      dataFolder,
      port: 0,
      logStream: { write: () => true },
      ...(await databaseOptionsOf(dataFolder)),
    },
    { now: () => seconds * 1000, wrapDatabase: holding },
  );
  onTestFinished(() => service.close());
  const answer = sellerOf({ url: service.url, app: ownApplication })('extend', asked);
  await atSecond;
  const closed = service.close();
  release();
  expect((await answer).body).toMatchObject({
    underway: { rows: String(2 * firstBatchRows), since: String(seconds) },
  });
  await closed;
  const { db } = await open({ dataFolder });
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  expect(await ends(db)).toEqual([
    [days(3), null, many / 10],
    [days(13), null, many - many / 10],
  ]);
});

const killed = fileURLToPath(new URL('./support/killed-in-job.ts', import.meta.url));

test('a killed job is finished by the next start, which changes each row once', async () => {
  const dataFolder = await prepared();
  const env = { ...process.env, ...(await environmentOf(dataFolder)) };
  const child = spawn(process.execPath, [killed, dataFolder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]; // documented by Node
  expect([signal, said]).toEqual(['SIGKILL', 'asking\n']);
  // Long after the claim of the killed process.
  const { db } = await open({ dataFolder, now: () => Date.now() + 60_000 });
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  const grants = await db.selectFrom('grants').select(['userId', 'given']).execute();
  expect(grants).toHaveLength(many);
  expect(new Set(grants.map(({ userId }) => userId)).size).toBe(many);
  const running = (await ends(db)).filter(([, , count]) => count === many - many / 10);
  expect(running).toEqual([[days(13), null, many - many / 10]]);
});
