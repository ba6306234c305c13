// What a locked row, a busy pool and a read-only server cost other requests on PostgreSQL.
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { transact } from '../src/database/transact.ts';
import { onBehalfOf, WriteShare } from '../src/database/write-share.ts';
import { Overloaded } from '../src/overloaded.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { addOtherApplication } from './support/another-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService, type TestService } from './support/service.ts';

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

describe('transactions', () => {
  const limits = { workers: 2, maxPerTenant: 2, maxWaiting: 2, maxWaitMs: 60_000 };

  test('run two at a time and queue two; any more are refused immediately and never begin', async () => {
    const share = new WriteShare(limits);
    const { open, passed } = gate();
    const begun: number[] = [];
    const run = (which: number) =>
      share.within(async () => {
        begun.push(which);
        await passed;
        return which;
      });
    const all = [1, 2, 3, 4].map(run);
    await expect(run(5)).rejects.toThrow(Overloaded);
    expect(begun).toEqual([1, 2]);
    open();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
    expect(begun).toEqual([1, 2, 3, 4]);
    expect(await run(6)).toBe(6);
  });

  test('are refused after a long wait, and do not use a slot later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const share = new WriteShare({ ...limits, maxWaitMs: 4000 });
    const { open, passed } = gate();
    const held = [1, 2].map(() => share.within(() => passed));
    const late = share.within(() => Promise.resolve('begun'));
    const told = expect(late).rejects.toThrow(Overloaded);
    vi.advanceTimersByTime(4000);
    await told;
    open();
    await Promise.all(held);
    await turn();
    expect(await share.within(() => Promise.resolve('begun'))).toBe('begun');
  });

  test('free their slot when they fail', async () => {
    const share = new WriteShare({ ...limits, workers: 1, maxPerTenant: 1 });
    const fail = () => share.within(() => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    await expect(fail()).rejects.toThrow('no');
    expect(await share.within(() => Promise.resolve(1))).toBe(1);
  });

  test('leave running and waiting slots for other applications', async () => {
    const share = new WriteShare({ workers: 3, maxPerTenant: 2, maxWaiting: 4, maxWaitMs: 60_000 });
    const { open, passed } = gate();
    const refused: string[] = [];
    const run = (name: string, work: () => Promise<unknown> = () => Promise.resolve(name)) =>
      onBehalfOf(name.charAt(0), () => share.within(work)).catch((error: unknown) => {
        if (!(error instanceof Overloaded)) throw error;
        refused.push(name);
      });
    const held = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => run(name, () => passed));
    expect(await run('b1')).toBe('b1');
    expect(await run('b2')).toBe('b2');
    const beside = run('b3', () => passed);
    const room = run('b4');
    await run('a7');
    await turn();
    expect(refused.toSorted()).toEqual(['a6', 'a7']);
    open();
    expect(await room).toBe('b4');
    await Promise.all([...held, beside]);
    expect(refused).toHaveLength(2);
  });
});

/** Another application with a user and some keys; `redeem` uses a session of its program. */
async function openNextDoorOn(service: TestService) {
  const { id, name, ownerid, version, sellerkey } = await addOtherApplication(service, {
    id: 'next-door',
  });
  const own = { name, ownerid };
  const { send } = wireTo(service);
  const ask = sellerOf(service);
  await ask('adduser', { sellerkey, user: 'anna', sub: 'Pro', expiry: '1' });
  const { body } = await ask('add', { sellerkey, amount: '5', expiry: '1', level: '1' });
  const { sessionid } = (await send({ ...own, type: 'init', ver: version })).body;
  const session = { ...own, sessionid: String(sessionid), username: 'anna' };
  return {
    keys: body['keys'] as string[],
    redeem: async (key: string) => (await send({ ...session, type: 'upgrade', key })).body,
    async used() {
      const used = service.database.selectFrom('licenses').select('usedBy');
      const rows = used.where('applicationId', '=', id).where('status', '=', 'used');
      return (await rows.execute()).length;
    },
  };
}

const waitingAtRows = sql`select pid from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

describe.runIf(databaseKind === 'postgresql')('on PostgreSQL', () => {
  async function open() {
    const dataFolder = temporaryFolder();
    const service = await startTestService({ dataFolder });
    onTestFinished(() => service.close());
    const { DATABASE_URL = '' } = await environmentOf(dataFolder);
    const other = new Client(DATABASE_URL);
    await other.connect();
    onTestFinished(() => other.end());
    return { service, wire: wireTo(service), db: service.database, other };
  }

  test('answers reads while the maximum number of transactions waits', async () => {
    const { db } = await open();
    const { open: release, passed } = gate();
    let begun = 0;
    const waiting = Array.from({ length: 12 }, (_, index) =>
      onBehalfOf(index % 2 === 0 ? 'one' : 'another', () =>
        transact(db, async () => {
          begun += 1;
          await passed;
        }),
      ),
    );
    await vi.waitFor(() => expect(begun).toBe(7), 15_000);
    expect(await db.selectFrom('facts').select('name').execute()).toBeInstanceOf(Array);
    expect(begun).toBe(7);
    release();
    await Promise.all(waiting);
    expect(begun).toBe(12);
  });

  test('reports a locked row as overload, and redeems the key once afterwards', async () => {
    const { service, wire, other } = await open();
    const { username } = await service.addUser();
    const key = await service.addLicense({ days: 1 });
    const sessionid = await wire.init();
    const redeem = async () =>
      (await wire.send({ type: 'upgrade', sessionid, username, key })).body;
    await other.query('begin');
    await other.query('select 1 from licenses for update');
    expect(await redeem()).toMatchObject({ success: false, reason: 'overloaded', retryAfter: 1 });
    await other.query('rollback');
    expect(await redeem()).toMatchObject({ success: true });
    expect(await redeem()).toMatchObject({ reason: 'key-used' });
    expect(service.logText()).not.toContain('A request failed');
  });

  test('a locked row does not block writes of another application', async () => {
    const { service, wire, other } = await open();
    const { username } = await service.addUser();
    const key = await service.addLicense({ days: 1 });
    const nextDoor = await openNextDoorOn(service);
    const sessionid = await wire.init();
    const redeem = async () =>
      (await wire.send({ type: 'upgrade', sessionid, username, key })).body;
    await other.query('begin');
    await other.query('select 1 from licenses where "key" = $1 for update', [key]);
    const asking = Promise.all(Array.from({ length: 60 }, redeem));
    // Wait until the maximum number of requests waits for the row.
    await vi.waitFor(async () => {
      const { rows } = await waitingAtRows.execute(service.database);
      expect(rows.length).toBeGreaterThanOrEqual(5);
    }, 15_000);
    const beside = await Promise.all(nextDoor.keys.map(nextDoor.redeem));
    const answer = await asking;
    expect(beside.map(({ success }) => success)).toEqual(beside.map(() => true));
    expect(new Set(answer.map(({ reason }) => reason))).toEqual(new Set(['overloaded']));
    await other.query('rollback');
    expect(await redeem()).toMatchObject({ success: true });
    expect(await redeem()).toMatchObject({ reason: 'key-used' });
    expect(await nextDoor.used()).toBe(nextDoor.keys.length);
  });

  test('repeats a transaction after a conflict with a concurrent commit', async () => {
    const { db, other } = await open();
    await other.query('begin');
    await other.query("insert into facts (name, value) values ('same', 'theirs')");
    const written = transact(db, async (within) => {
      await within.deleteFrom('facts').where('name', '=', 'same').execute();
      await within.insertInto('facts').values({ name: 'same', value: 'ours' }).execute();
    });
    const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert%'`;
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), 15_000);
    await other.query('commit');
    await written;
    const rows = db.selectFrom('facts').select('value').where('name', '=', 'same');
    expect(await rows.execute()).toEqual([{ value: 'ours' }]);
  });

  test('drops a connection that became read-only, and repeats the write', async () => {
    const { db } = await open();
    const session = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const before = await session();
    await sql`set default_transaction_read_only = on`.execute(db);
    expect(await session()).toBe(before);
    const write = (name: string) =>
      transact(db, (within) => within.insertInto('facts').values({ name, value: '1' }).execute());
    await write('written');
    const rows = await db
      .selectFrom('facts')
      .select('value')
      .where('name', '=', 'written')
      .execute();
    expect(rows).toEqual([{ value: '1' }]);
    expect(await session()).not.toBe(before);
  });
});
