// Acknowledged writes survive a kill of the service, or of the database server, under load.
import { expect, onTestFinished, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { openDatabase } from '../src/database/open.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { databaseKind, type Environment } from './support/postgresql.ts';
import { startPostgresql, type PostgresqlServer } from './support/postgresql-server.ts';
import { readAnswer } from './support/service-client.ts';
import { temporaryFolder, type StartupLine } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';

const keys = Array.from({ length: 1000 }, (_, i) => `DURABLE-${i}`);
const clients = 12;

/** PostgreSQL with durable commits, which the run's server turns off; SQLite always has them. */
async function durable(): Promise<{ environment: Environment; server: PostgresqlServer | null }> {
  if (databaseKind === 'sqlite') return { environment: {}, server: null };
  const server = await startPostgresql({ durable: true });
  onTestFinished(() => server.close());
  const environment = {
    DATABASE_URL: server.address('postgres'),
    LATCHKEY_SIGNING_KEY_FILE: `${temporaryFolder()}/signing-key.pem`,
  };
  return { environment, server };
}

async function openTables(data: string, environment: Environment) {
  const db = await openDatabase({
    dataFolder: data,
    databaseUrl: environment.DATABASE_URL,
    onIdleFault: () => null,
  });
  return db;
}

async function addKeys(data: string, environment: Environment): Promise<void> {
  const db = await openTables(data, environment);
  const one = await db.selectFrom('licenses').selectAll().executeTakeFirstOrThrow();
  const unused = { status: 'unused' as const, usedBy: null, usedAt: null, bannedReason: null };
  const rows = keys.map((key) => ({
    ...one,
    ...unused,
    ...withFold('key', key),
    seconds: 60,
    level: '1',
  }));
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('licenses')
      .values(rows.slice(at, at + 500))
      .execute();
  await db.destroy();
}

async function ask({ url, app }: StartupLine, parameters: Record<string, string>) {
  const query = { name: app?.name ?? '', ownerid: app?.ownerid ?? '', ...parameters };
  const answer = await fetch(`${url}/api/1.3/?${new URLSearchParams(query).toString()}`);
  return (await readAnswer(answer)).body;
}

interface Acknowledged {
  readonly sessions: string[];
  readonly keys: string[];
}

/** Several clients write until requests fail. Calls `enough` once `count` keys were redeemed. */
async function write(line: StartupLine, from: number, count: number, enough: () => unknown) {
  const acknowledged: Acknowledged = { sessions: [], keys: [] };
  let next = from;
  const acknowledge = (body: Readonly<Record<string, unknown>>) => {
    if (body['success'] !== true) throw new Error(String(body['reason']));
  };
  const client = async () => {
    for (;;) {
      const opened = await ask(line, { type: 'init' });
      acknowledge(opened);
      const sessionid = String(opened['sessionid']);
      acknowledged.sessions.push(hashToken(sessionid));
      const key = keys[(next += 1)] ?? '';
      acknowledge(await ask(line, { type: 'upgrade', sessionid, username: 'nora', key }));
      if (acknowledged.keys.push(key) === count) enough();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: clients }, client));
  const reasons = ended.map((end) => (end.status === 'rejected' ? String(end.reason) : ''));
  return { acknowledged, next, reasons };
}

async function expectKept(data: string, environment: Environment, all: Acknowledged) {
  const db = await openTables(data, environment);
  const used = await db.selectFrom('licenses').select('key').where('status', '=', 'used').execute();
  const sessions = new Set(
    (await db.selectFrom('sessions').select('idHash').execute()).map(({ idHash }) => idHash),
  );
  const nora = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select(['sinceAt', 'expiresAt'])
    .where('username', '=', 'nora')
    .executeTakeFirstOrThrow();
  await db.destroy();
  const there = new Set(used.map(({ key }) => key));
  expect(all.keys.filter((key) => !there.has(key))).toEqual([]);
  // Redeeming is atomic: every used key added its minute, even if its answer was lost.
  const ours = [...there].filter((key) => key.startsWith('DURABLE-'));
  expect((nora.expiresAt ?? 0) - nora.sinceAt).toBe(ours.length * 60);
  expect(all.sessions.filter((hash) => !sessions.has(hash))).toEqual([]);
}

test('kill -9 of the service loses no acknowledged write', async () => {
  const data = temporaryFolder();
  const { environment } = await durable();
  const all: Acknowledged = { sessions: [], keys: [] };
  let service = await startProcess(data, environment);
  await addKeys(data, environment);
  let next = 0;
  for (const count of [25, 60]) {
    const wrote = await write(service.line, next, count, () => service.child.kill('SIGKILL'));
    expect(wrote.acknowledged.keys.length).toBeGreaterThanOrEqual(count);
    all.keys.push(...wrote.acknowledged.keys);
    all.sessions.push(...wrote.acknowledged.sessions);
    next = wrote.next;
    expect(await service.exited).toBe(null);
    service = await startProcess(data, environment);
  }
  await expectKept(data, environment, all);
}, 60_000);

test.runIf(databaseKind === 'postgresql')(
  'a crash of the database server loses no write, and the service continues without a restart',
  async () => {
    const data = temporaryFolder();
    const { environment, server } = await durable();
    if (server === null) throw new Error('There is a server on PostgreSQL');
    const service = await startProcess(data, environment);
    await addKeys(data, environment);
    const crash: Promise<void>[] = [];
    const { acknowledged, reasons } = await write(service.line, 0, 60, () =>
      crash.push(server.stop('crash')),
    );
    expect(reasons).toEqual(reasons.map(() => 'Error: internal'));
    await Promise.all(crash);
    await server.start();
    await expectKept(data, environment, acknowledged);
    expect((await ask(service.line, { type: 'init' }))['success']).toBe(true);
  },
  60_000,
);
