// SQLite locked, full, read-only or gone: signed answers, no lost write, automatic recovery.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { transact } from '../src/database/transact.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWithDesk } from './support/desk.ts';
import { openWire, wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';
import { countRows, expectFault } from './database-faults-parts.ts';

describe.runIf(databaseKind === 'sqlite')('the service on SQLite', () => {
  test('refuses writes as overloaded while another program holds the lock', async () => {
    const { service, send, init } = await openWire();
    const user = await service.addUser();
    const key = await service.addLicense({ days: 1 });
    const sessionid = await init();
    await sql`pragma busy_timeout = 0`.execute(service.database);
    const other = new BetterSqlite3(join(service.dataFolder, 'latchkey.sqlite'));
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    const redeem = { type: 'upgrade', sessionid, username: user.username, key };
    const refusal = { status: 429, body: { reason: 'overloaded', retryAfter: 1 } };
    expect(await send(redeem)).toMatchObject(refusal);
    const added = await sellerOf(service)('addvar', { name: 'a', data: 'b', authed: '0' });
    expect(added.status).toBe(429);
    // A single statement runs outside of a transaction.
    const single = service.database.deleteFrom('facts').where('name', '=', 'none').execute();
    await expect(single).rejects.toThrow('overloaded');
    other.exec('rollback');
    expect((await send(redeem)).body).toMatchObject({ success: true });
  });

  test('survives a read-only database', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    await expectFault(
      wire,
      () => sql`pragma query_only = on`.execute(database),
      () => sql`pragma query_only = off`.execute(database),
      sellerTexts['read-only'],
    );
  });

  test('replays no outcome that may not be on the disk', async () => {
    const { service, send, init } = await openWire();
    const { username } = await service.addUser();
    const key = await service.addLicense({ days: 1 });
    const challenge = 'c'.repeat(64);
    const redeem = { type: 'upgrade', sessionid: await init(), username, key, challenge };
    expect((await send(redeem)).body).toMatchObject({ success: true });
    const change = () =>
      sellerOf(service)('extend', { user: username, sub: 'Pro', expiry: '1', challenge });
    expect(await change()).toMatchObject({ success: true });
    // A read would still find both outcomes, as after a failed sync.
    await sql`pragma query_only = on`.execute(service.database);
    expect((await send(redeem)).body).toMatchObject({ success: false });
    expect(await change()).toMatchObject({ success: false });
    await sql`pragma query_only = off`.execute(service.database);
    expect((await send(redeem)).body).toMatchObject({ success: true });
    expect(await change()).toMatchObject({ success: true });
  });

  test('survives a move of its folder', async () => {
    const dataFolder = join(temporaryFolder(), 'data');
    const wire = wireTo(await startTestService({ dataFolder }));
    onTestFinished(() => wire.service.close());
    const away = `${dataFolder}-away`;
    await expectFault(
      wire,
      () => renameSync(dataFolder, away),
      () => renameSync(away, dataFolder),
      sellerTexts['database-unreachable'],
    );
  });

  test('refuses to use a replaced file', async () => {
    const wire = await openWire();
    const file = join(wire.service.dataFolder, 'latchkey.sqlite');
    renameSync(file, `${file}.old`);
    writeFileSync(file, '');
    expect((await wire.send({ type: 'init' })).body).toMatchObject({ reason: 'internal' });
    expect(wire.service.logText()).toContain('was moved or replaced');
  });

  test('survives a full database', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(database);
    const limit = sql.lit(rows[0]?.pageCount ?? 0);
    await sql`pragma max_page_count = ${limit}`.execute(database);
    // Use up the space in existing pages first.
    let acknowledged = 0;
    for (; acknowledged < 1000; acknowledged += 1) {
      const { status, body } = await wire.send({ type: 'init' });
      if (body['success'] === true) continue;
      expect(status).toBe(500);
      break;
    }
    expect(acknowledged).toBeLessThan(1000);
    const query = new URLSearchParams({
      sellerkey: wire.service.app.sellerkey,
      type: 'add',
      expiry: '1',
      amount: '100',
    });
    const seller = await fetch(`${wire.service.url}/api/seller/?${query.toString()}`);
    expect(await seller.json()).toEqual({
      success: false,
      message: sellerTexts['disk-full'],
      code: 'disk-full',
    });
    // The first half of this would have fit.
    const large = transact(database, async (transaction) => {
      await setDownload(transaction, 'there');
      await setDownload(transaction, 'x'.repeat(100_000));
    });
    await expect(large).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect((await countRows(wire)).sessions).toHaveLength(acknowledged);
    const app = await database.selectFrom('applications').select('download').execute();
    expect(app).toEqual([{ download: '' }]);
    await sql`pragma max_page_count = 1000000`.execute(database);
    expect((await wire.send({ type: 'init' })).body).toMatchObject({ success: true });
  });

  test('a full database answers reads of the desk, and logs the missing audit row', async () => {
    const { browserOf, service, pass } = await openWithDesk();
    const mia = await browserOf('Mia', { scopes: 'all' });
    const { database } = service;
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(database);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount ?? 0)}`.execute(database);
    const application = 'Test Application';
    const lost = 'The audit log of fetchallusers is not written';
    let reads = 0;
    for (; reads < 500 && !service.logText().includes(lost); reads += 1) {
      pass(61);
      expect((await mia.ask('fetchallusers', { application })).status).toBe(200);
    }
    expect(service.logText()).toContain(lost);
    const add = { application, name: 'x', data: 'y'.repeat(900), authed: '0' };
    expect((await mia.ask('addvar', add)).body).toMatchObject({
      message: sellerTexts['disk-full'],
    });
    expect((await mia.ask('me')).status).toBe(200);
    await sql`pragma max_page_count = 1000000`.execute(database);
  });
});

async function setDownload(transaction: Database, download: string): Promise<void> {
  await transaction.updateTable('applications').set({ download }).execute();
}
