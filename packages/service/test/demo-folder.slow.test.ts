// A demo has public passwords, so it runs on this machine only. Each folder has its own seller key.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/schema.ts';
import { publicSellerKey } from '../src/host/demo-data.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { databaseOptionsOf } from './support/postgresql.ts';
import { expectRefusal, runCommand, temporaryFolder } from './support/service-command.ts';

const start = (data: string, ...more: string[]) =>
  runCommand('--data', data, '--port', '0', ...more);
const startDemo = (data: string) => start(data, '--demo', '--json');

async function keyIsValid(url: string, sellerkey: string): Promise<boolean> {
  const query = new URLSearchParams({ sellerkey, type: 'fetchallsubs' }).toString();
  return (await fetch(`${url}/api/seller/?${query}`)).status === 200;
}

async function inDatabase(data: string, change: (db: Database) => Promise<unknown>) {
  const options = await databaseOptionsOf(data);
  const db = await openDatabase({ dataFolder: data, ...options, onIdleFault: () => null });
  await change(db);
  await db.destroy();
}

/** Opens a demo of an earlier version: with the public seller key, and without the fact `demo`. */
async function openOldDemo(change: (db: Database) => Promise<unknown> = () => Promise.resolve()) {
  const data = temporaryFolder();
  await (await startDemo(data)).end();
  rmSync(join(data, 'demo-seller-key'));
  await inDatabase(data, async (db) => {
    await db.deleteFrom('facts').where('name', '=', 'demo').execute();
    await db
      .updateTable('applications')
      .set({ sellerkeyHash: hashToken(publicSellerKey) })
      .execute();
    await change(db);
  });
  return data;
}

describe('the seller key of a demo', () => {
  test('is random for each folder, in a private file there, and the same at each start', async () => {
    const [data, other] = [temporaryFolder(), temporaryFolder()];
    const first = await startDemo(data);
    const key = first.line().app?.sellerkey ?? '';
    expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    const file = join(data, 'demo-seller-key');
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await keyIsValid(first.line().url, key)).toBe(true);
    expect(await keyIsValid(first.line().url, publicSellerKey)).toBe(false);
    await first.end();
    expect((await startDemo(other)).line().app?.sellerkey).not.toBe(key);
    const again = await start(data, '--demo');
    expect(again.stdout()).toContain(`Demo seller key: ${key}\n`);
  });

  test('replaces the public key of an earlier version, even a key that is about to expire', async () => {
    const data = await openOldDemo(async (db) => {
      const { id } = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow();
      const row = { applicationId: id, scope: 'all', createdAt: 0 } as const;
      await db
        .insertInto('sellerKeys')
        .values([
          { ...row, id: 'a', keyHash: hashToken(publicSellerKey), label: 'before', endsAt: 9e9 },
          { ...row, id: 'b', keyHash: hashToken('my own key'), label: 'mine', endsAt: null },
        ])
        .execute();
    });
    const ran = await startDemo(data);
    const { url, app } = ran.line();
    expect(await keyIsValid(url, publicSellerKey)).toBe(false);
    expect(await keyIsValid(url, app?.sellerkey ?? '')).toBe(true);
    expect(await keyIsValid(url, 'my own key')).toBe(true);
  });

  test('is not replaced after "app newkey", in demos of any version', async () => {
    const renew = (db: Database) =>
      db
        .updateTable('applications')
        .set({ sellerkeyHash: hashToken('my own key') })
        .execute();
    const data = temporaryFolder();
    await (await startDemo(data)).end();
    await inDatabase(data, renew);
    for (const folder of [data, await openOldDemo(renew)]) {
      const ran = await startDemo(folder);
      expect(ran.line().app).toBeNull();
      expect(await keyIsValid(ran.line().url, 'my own key')).toBe(true);
      await ran.end();
    }
  });
});

describe('the command refuses to start', () => {
  test('on the data of a demo of any version without --demo, and names the command', async () => {
    const data = temporaryFolder();
    await (await startDemo(data)).end();
    const renamed = temporaryFolder();
    await (await startDemo(renamed)).end();
    await inDatabase(renamed, (db) =>
      db.updateTable('applications').set({ name: 'Mine', ownerid: 'mineMine01' }).execute(),
    );
    const old = await openOldDemo();
    // The operator of this one has replaced the key, but not the passwords.
    const half = await openOldDemo((db) =>
      db.updateTable('applications').set({ sellerkeyHash: 'another' }).execute(),
    );
    for (const folder of [data, renamed, old, half])
      for (const more of [[], ['--host', '0.0.0.0']])
        expectRefusal(
          await start(folder, ...more),
          new RegExp(`^The data of ${folder} is a demo .*latchkey demo keep --data ${folder}"`),
        );
  });
});

test.each(['127.0.0.1', '::1,10.0.0.0/8'])('a demo refuses the proxy %s', async (proxies) => {
  const data = temporaryFolder();
  expectRefusal(
    await start(data, '--demo', '--trust-proxy', proxies),
    /^A demo has public passwords and keys, and a proxy .* without --trust-proxy\./,
  );
  // Control: without the demo, the proxy is trusted, and nothing was left in the folder.
  expect((await start(data, '--trust-proxy', proxies)).exitCode).toBeNull();
});

test.each(['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1'])('a demo runs on %s', async (host) => {
  const ran = await start(temporaryFolder(), '--demo', '--json', '--host', host);
  expect(ran.line().users).toHaveLength(6);
});

test("a seller's application that shares only the demo's name starts normally", async () => {
  const data = await openOldDemo(async (db) => {
    for (const table of ['users', 'licenses'] as const) await db.deleteFrom(table).execute();
    await db.updateTable('applications').set({ sellerkeyHash: 'another' }).execute();
  });
  expect((await start(data)).exitCode).toBeNull();
});

test('a key file that others can read is refused', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'demo-seller-key'), 'x', { mode: 0o644 });
  expectRefusal(await startDemo(data), /demo-seller-key can be read by other users/);
});
