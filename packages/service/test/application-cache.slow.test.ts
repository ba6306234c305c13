// The cache of applications: every process uses a change at the very next request.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { databaseOptionsOf } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess, type ServiceProcess } from './support/service-process.ts';

type Body = Readonly<Record<string, unknown>>;

async function open() {
  const data = temporaryFolder();
  const [one, other] = await Promise.all([startProcess(data), startProcess(data)]);
  const options = await databaseOptionsOf(data);
  const db = await openDatabase({ dataFolder: data, ...options, onIdleFault: () => null });
  const { id } = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  return { one, other, db, id };
}

async function ask({ line }: ServiceProcess, parameters: Record<string, string>): Promise<Body> {
  const { name, ownerid } = line.app ?? { name: '', ownerid: '' };
  const query = new URLSearchParams({ name, ownerid, ...parameters }).toString();
  return (await fetch(`${line.url}/api/1.3/?${query}`)).json() as Promise<Body>;
}

async function sell({ line }: ServiceProcess, parameters: Record<string, string>): Promise<Body> {
  const query = new URLSearchParams({ sellerkey: line.app?.sellerkey ?? '', ...parameters });
  return (await fetch(`${line.url}/api/seller/?${query}`)).json() as Promise<Body>;
}

const init = (process: ServiceProcess) => ask(process, { type: 'init' });

test("a seller's change in one process applies to the next request of the other", async () => {
  const { one, other, db } = await open();
  const changes: [Record<string, string>, Body][] = [
    [{ type: 'pauseapp' }, { success: false, reason: 'app-paused' }],
    [{ type: 'updatesettings', appdisabled: 'Gone fishing' }, { reason: 'app-paused' }],
    [{ type: 'unpauseapp' }, { success: true }],
    [
      { type: 'updatesettings', enabled: '0' },
      { success: false, message: 'Gone fishing' },
    ],
    [{ type: 'updatesettings', appdisabled: 'Still fishing' }, { message: 'Still fishing' }],
    [{ type: 'updatesettings', enabled: '1' }, { success: true }],
  ];
  for (const [change, expected] of changes) {
    // Both have it in the cache.
    await Promise.all([init(one), init(other)]);
    expect(await sell(one, change)).toMatchObject({ success: true });
    expect(await init(other)).toMatchObject(expected);
    expect(await init(one)).toMatchObject(expected);
  }
  await db.destroy();
});

test('a change by SQL applies immediately and keeps the revision of other applications', async () => {
  const { one, db, id } = await open();
  const bystander = { id: 'bystander', name: 'Bystander', ownerid: 'bystander1' };
  await sql`insert into applications
    (id, name, ownerid, sellerkey_hash, version, download, enabled, paused, hwid_lock, force_hwid, min_hwid, session_seconds, created_at)
    values (${bystander.id}, ${bystander.name}, ${bystander.ownerid}, 'x', '1.0', '', 1, 0, 1, 1, 20, 3600, 1)`.execute(
    db,
  );
  const revisions = async () =>
    Object.fromEntries(
      (await db.selectFrom('applications').select(['id', 'revision']).execute()).map((row) => [
        row.id,
        row.revision,
      ]),
    );
  const before = await revisions();
  expect(await init(one)).toMatchObject({ success: true });
  await sql`update applications set paused = 1 where id = ${id}`.execute(db);
  expect(await init(one)).toMatchObject({ success: false, reason: 'app-paused' });
  expect(await revisions()).toEqual({ ...before, [id]: (before[id] ?? 0) + 1 });
  await sql`update applications set paused = 0`.execute(db);
  expect(await init(one)).toMatchObject({ success: true });
  await sql`delete from applications where id = ${id}`.execute(db);
  expect(await init(one)).toMatchObject({ success: false, reason: 'app-unknown' });
  await db.destroy();
});

test('an application that is deleted and created again counts as a new one', async () => {
  const { one, db, id } = await open();
  expect(await init(one)).toMatchObject({ success: true });
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('applications').where('id', '=', id).execute();
  await db
    .insertInto('applications')
    .values({ ...row, id: 'made-again', paused: 1 })
    .execute();
  expect(await init(one)).toMatchObject({ success: false, reason: 'app-paused' });
  await db.destroy();
});
