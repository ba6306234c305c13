// What a power loss leaves of SQLite: all data up to the last sync, then perhaps a torn end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';

const name = 'latchkey.sqlite';

/** What a start finds in the database with these bytes as its WAL. */
async function foundAfter(dataFolder: string, wal: Buffer) {
  const data = temporaryFolder();
  copyFileSync(join(dataFolder, name), join(data, name));
  writeFileSync(join(data, `${name}-wal`), wal);
  const db = await openDatabase({ dataFolder: data, onIdleFault: () => null });
  const keys = await db
    .selectFrom('licenses')
    .select('key')
    .where('applicationId', '=', ownApplicationId)
    .where('status', '=', 'used')
    .orderBy('key')
    .execute();
  const grants = await db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.userId')
    .select('grants.licenseKey')
    .where('users.applicationId', '=', ownApplicationId)
    .where('grants.licenseKey', 'is not', null)
    .orderBy('grants.licenseKey')
    .execute();
  const sessions = await db.selectFrom('sessions').select('idHash').execute();
  await db.destroy();
  return {
    redeemed: keys.map(({ key }) => key),
    given: grants.map(({ licenseKey }) => licenseKey),
    sessions: sessions.map(({ idHash }) => idHash),
  };
}

test.runIf(databaseKind === 'sqlite')(
  'a torn end of the WAL loses no acknowledged write and leaves no partial transaction',
  async () => {
    const { service, send, init } = await openWire();
    const { dataFolder } = service;
    const wal = join(dataFolder, `${name}-wal`);
    const users = [await service.addUser(), await service.addUser()];
    const [first, ...later] = await Promise.all(
      [1, 2, 3].map((days) => service.addLicense({ days })),
    );
    const sessionid = await init();
    const redeem = (key = '', index = 0) =>
      send({ type: 'upgrade', sessionid, username: users[index]?.username ?? '', key });
    expect((await redeem(first)).body).toMatchObject({ success: true });
    const acknowledged = statSync(wal).size;
    // Redeem two keys concurrently. A later cut is like a power loss before their answers.
    for (const { body } of await Promise.all(later.map(redeem)))
      expect(body).toMatchObject({ success: true });
    const bytes = readFileSync(wal);
    expect(bytes.length).toBeGreaterThan(acknowledged);
    const cuts = [
      acknowledged,
      acknowledged + 1,
      acknowledged + 4000,
      bytes.length - 5000,
      bytes.length - 1,
    ];
    for (const cut of cuts) {
      const found = await foundAfter(dataFolder, bytes.subarray(0, cut));
      expect(found.redeemed).toContain(first);
      expect(found.given).toEqual(found.redeemed);
      expect(found.sessions).toContain(hashToken(sessionid));
    }
    // Noise in place of pages that were never synced is ignored, too.
    const noise = Buffer.concat([bytes.subarray(0, acknowledged), Buffer.alloc(9000, 0xa5)]);
    expect((await foundAfter(dataFolder, noise)).redeemed).toEqual([first]);
    const whole = await foundAfter(dataFolder, bytes);
    expect(whole.redeemed).toEqual([first, ...later].toSorted());
  },
);

/** The facts of the database if only these bytes of its WAL reached the disk. */
function factsAfter(dataFolder: string, wal: Buffer): ReadonlySet<unknown> {
  const copy = join(temporaryFolder(), name);
  copyFileSync(join(dataFolder, name), copy);
  writeFileSync(`${copy}-wal`, wal);
  const sqlite = new BetterSqlite3(copy);
  onTestFinished(() => void sqlite.close());
  return new Set(sqlite.prepare("select name from facts where value = 'x'").pluck().all());
}

test.runIf(databaseKind === 'sqlite')(
  'each of many concurrent writes is in the synced part of the WAL when it is acknowledged',
  async () => {
    const dataFolder = temporaryFolder();
    const program = fileURLToPath(new URL('./support/recorded-syncs.ts', import.meta.url));
    const child = spawn(process.execPath, [program, dataFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    expect((await once(child, 'close'))[1]).toBe('SIGKILL');
    const acknowledged = Map.groupBy(output.trim().split('\n'), (line) => parseInt(line, 10));
    expect([...acknowledged.values()].flat()).toHaveLength(24 * 30);
    const bytes = readFileSync(join(dataFolder, `${name}-wal`));
    expect(bytes.length, 'no checkpoint').toBeLessThan(4000 * 4096);
    for (const [synced, lines] of acknowledged) {
      const facts = factsAfter(dataFolder, bytes.subarray(0, synced));
      const names = lines.map((line) => line.slice(line.indexOf(' ') + 1));
      expect(names.filter((fact) => !facts.has(fact))).toEqual([]);
    }
    expect(acknowledged.size, 'writes share syncs').toBeLessThan(24 * 30);
  },
);
