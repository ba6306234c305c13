// Unsealed texts are wiped from all of SQLite's files, by a later start if necessary.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readFact } from '../src/database/facts.ts';
import { openDatabase } from '../src/database/open.ts';
import { sqliteFileIn } from '../src/database/sqlite.ts';
import { openIdentity } from '../src/host/identity.ts';
import { databaseKind } from './support/postgresql.ts';

const users = 5000;

/** Users with an unsealed secret of 4 KB each: more pages than the WAL may hold. */
async function openOld() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-sealing-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const db = await openDatabase({ dataFolder, onIdleFault: () => undefined });
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`insert into users (id, application_id, username, username_fold, password_hash, created_at, totp_step, totp_secret)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${users})
    select 'user-' || number, 'app', number, number, '', 1, 0, 'OPENSECRET' || number || hex(zeroblob(2000))
    from numbers`.execute(db);
  const isOpen = () =>
    readdirSync(dataFolder).some((name) =>
      readFileSync(join(dataFolder, name)).includes('OPENSECRET'),
    );
  return { dataFolder, db, isOpen };
}

test.runIf(databaseKind === 'sqlite')(
  'wipes the plain texts from the file and its WAL after sealing, even during checkpoints',
  { timeout: 60_000 },
  async () => {
    const { dataFolder, db, isOpen } = await openOld();
    expect(isOpen()).toBe(true);
    await openIdentity(db, { dataFolder });
    expect(isOpen()).toBe(false);
    expect(await readFact(db, 'sealed')).toBe('2');
    await db.destroy();
  },
);

test.runIf(databaseKind === 'sqlite')(
  'leaves the wipe to the next start while another connection reads',
  { timeout: 60_000 },
  async () => {
    const { dataFolder, db, isOpen } = await openOld();
    const other = new BetterSqlite3(sqliteFileIn(dataFolder), { readonly: true });
    other.exec('begin');
    other.prepare('select count(*) from users').get();
    await openIdentity(db, { dataFolder });
    expect(await readFact(db, 'sealed')).toBe('to be wiped');
    expect(isOpen()).toBe(true);
    other.close();
    await openIdentity(db, { dataFolder });
    expect(await readFact(db, 'sealed')).toBe('2');
    expect(isOpen()).toBe(false);
    await db.destroy();
  },
);
