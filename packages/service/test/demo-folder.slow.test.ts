// A demo has public passwords, so it runs on this machine only. Each folder has its own seller key.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/schema.ts';
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
    await first.end();
    expect((await startDemo(other)).line().app?.sellerkey).not.toBe(key);
    const again = await start(data, '--demo');
    expect(again.stdout()).toContain(`Demo seller key: ${key}\n`);
  });

  test('is not replaced after "app newkey"', async () => {
    const renew = (db: Database) =>
      db
        .updateTable('applications')
        .set({ sellerkeyHash: hashToken('my own key') })
        .execute();
    const data = temporaryFolder();
    await (await startDemo(data)).end();
    await inDatabase(data, renew);
    const ran = await startDemo(data);
    expect(ran.line().app).toBeNull();
    expect(await keyIsValid(ran.line().url, 'my own key')).toBe(true);
    await ran.end();
  });
});

describe('the command refuses to start', () => {
  test('on the data of a demo without --demo, and names the command', async () => {
    const data = temporaryFolder();
    await (await startDemo(data)).end();
    const renamed = temporaryFolder();
    await (await startDemo(renamed)).end();
    await inDatabase(renamed, (db) =>
      db.updateTable('applications').set({ name: 'Mine', ownerid: 'mineMine01' }).execute(),
    );
    for (const folder of [data, renamed])
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

test('a key file that others can read is refused', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'demo-seller-key'), 'x', { mode: 0o644 });
  expectRefusal(await startDemo(data), /demo-seller-key can be read by other users/);
});
