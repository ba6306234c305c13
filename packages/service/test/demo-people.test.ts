// The people of the demo: the owner's password, and what "latchkey demo keep" replaces.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { openDatabase } from '../src/database/open.ts';
import { transact } from '../src/database/transact.ts';
import {
  createPersonSession,
  resumePersonSession,
} from '../src/features/people/person-sessions.ts';
import { keepOwner, listDemoOwner, openDemoPeople } from '../src/host/demo-people.ts';
import { seedDemo } from '../src/host/demo-seed.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { openServiceSecret } from '../src/secrets/service-secret.ts';
import { cheapCost } from './support/cheap-cost.ts';
import { databaseOptionsOf, dropDatabaseOf } from './support/postgresql.ts';

const now = 1_800_000_000;
const sellerkey = 'of-this-demo';

async function openDemo() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  const options = await databaseOptionsOf(dataFolder, 'empty');
  const db = await openDatabase({ ...options, dataFolder, onIdleFault: () => undefined });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(dataFolder, { recursive: true });
    await dropDatabaseOf(dataFolder);
  });
  const secret = openServiceSecret(join(dataFolder, 'secret'));
  const passwords = await createPasswords(cheapCost);
  await seedDemo(db, { secret, passwords, sellerkey }, unixMs(now * 1000));
  const demo = await db
    .selectFrom('applications')
    .select(['id', 'ownerid'])
    .executeTakeFirstOrThrow();
  const open = (key = sellerkey) => openDemoPeople(db, demo, { passwords, sellerkey: key }, now);
  await open();
  const hashOf = async (name: string) => {
    const row = db.selectFrom('people').select('passwordHash').where('name', '=', name);
    return (await row.executeTakeFirstOrThrow()).passwordHash;
  };
  return {
    db,
    demo,
    passwords,
    open,
    hashOf,
    list: (key = sellerkey) => listDemoOwner(db, demo, key),
    keep: (hash: string) => transact(db, (inside) => keepOwner(inside, demo, hash, now)),
  };
}

test('the owner has a password of the folder, and there are a manager and a reseller', async () => {
  const { db, passwords, open, list, hashOf } = await openDemo();
  const owner = await list();
  expect(owner).toMatchObject({ ownerid: 'nwDemo2026', name: 'Olga' });
  expect(owner?.password).toMatch(/^olga-[0-9a-f]{12}$/);
  expect(await passwords.verify(await hashOf('Olga'), owner?.password ?? '', false)).toBe(true);
  const accounts = db.selectFrom('accounts').select(['username', 'role']).orderBy('username');
  const both = [
    { username: 'Mia', role: 'Manager' },
    { username: 'Rita', role: 'Reseller' },
  ];
  expect(await accounts.execute()).toEqual(both);
  const before = await hashOf('Olga');
  await open();
  expect([await hashOf('Olga'), await list(), await accounts.execute()]).toEqual([
    before,
    owner,
    both,
  ]);
});

test('with a new seller key of the folder, the owner gets its password, unless it was changed', async () => {
  const { db, passwords, open, list, hashOf } = await openDemo();
  const first = await list();
  await open('another key');
  const second = await list('another key');
  expect(second?.password).not.toBe(first?.password);
  expect(await passwords.verify(await hashOf('Olga'), second?.password ?? '', false)).toBe(true);
  await db.updateTable('people').set({ passwordHash: 'chosen' }).execute();
  await open('a third key');
  expect([await hashOf('Olga'), await list('a third key')]).toEqual(['chosen', null]);
});

test('"demo keep" replaces the password and ends the sessions of the owner only', async () => {
  const { db, keep, list, hashOf } = await openDemo();
  const olga = await db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  const bystander = { ...olga, id: 'b', name: 'Berta', nameFold: 'berta', passwordHash: 'hers' };
  await db.insertInto('people').values(bystander).execute();
  const origin = { ip: '198.51.100.1', agent: '' };
  const [session, hers] = [
    await createPersonSession(db, olga.id, origin, now),
    await createPersonSession(db, 'b', origin, now),
  ];
  expect(await keep('new')).toEqual({ name: 'Olga' });
  expect([await hashOf('Olga'), await hashOf('Berta')]).toEqual(['new', 'hers']);
  const parts = { db, nowMs: () => unixMs(now * 1000), log: { warn: () => undefined } };
  expect(await resumePersonSession(parts, session)).toBeUndefined();
  expect(await resumePersonSession(parts, hers)).toMatchObject({ name: 'Berta' });
  expect(await list()).toBeNull();
  // A password that somebody chose stays.
  expect(await keep('newer')).toBeNull();
  expect(await hashOf('Olga')).toBe('new');
});

test('an owner of this name who was there before stays unchanged', async () => {
  const { db, demo, passwords, list, hashOf } = await openDemo();
  await db.deleteFrom('facts').where('name', '=', 'demo-owner').execute();
  await db.updateTable('people').set({ passwordHash: 'mine' }).execute();
  await db.deleteFrom('accounts').execute();
  await openDemoPeople(db, demo, { passwords, sellerkey }, now);
  expect([await hashOf('Olga'), await list()]).toEqual(['mine', null]);
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
});
