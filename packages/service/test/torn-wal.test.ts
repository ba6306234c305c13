// What a power loss leaves of SQLite: everything up to the last sync, then perhaps a torn end.
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { folder } from './support/service-command.ts';

const name = 'latchkey.sqlite';

/** What a start finds in the database with this part of its journal. */
async function foundAfter(dataFolder: string, journal: Buffer) {
  const data = folder();
  copyFileSync(join(dataFolder, name), join(data, name));
  writeFileSync(join(data, `${name}-wal`), journal);
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
  'a torn end of the WAL loses no acknowledged write and leaves no partial one',
  async () => {
    const { service, send, init } = await openWire();
    const { dataFolder } = service;
    const journal = join(dataFolder, `${name}-wal`);
    const users = [await service.addUser(), await service.addUser()];
    const [first, ...later] = await Promise.all(
      [1, 2, 3].map((days) => service.addLicense({ days })),
    );
    const sessionid = await init();
    const redeem = (key = '', index = 0) =>
      send({ type: 'upgrade', sessionid, username: users[index]?.username ?? '', key });
    expect((await redeem(first)).body).toMatchObject({ success: true });
    const answered = statSync(journal).size;
    // Two concurrent redeems. Cuts after this are like a power loss before their answers.
    for (const { body } of await Promise.all(later.map(redeem)))
      expect(body).toMatchObject({ success: true });
    const bytes = readFileSync(journal);
    expect(bytes.length).toBeGreaterThan(answered);
    const cuts = [answered, answered + 1, answered + 4000, bytes.length - 5000, bytes.length - 1];
    for (const cut of cuts) {
      const found = await foundAfter(dataFolder, bytes.subarray(0, cut));
      expect(found.redeemed).toContain(first);
      expect(found.given).toEqual(found.redeemed);
      expect(found.sessions).toContain(hashToken(sessionid));
    }
    // Noise in place of what was never synced is ignored, too.
    const noise = Buffer.concat([bytes.subarray(0, answered), Buffer.alloc(9000, 0xa5)]);
    expect((await foundAfter(dataFolder, noise)).redeemed).toEqual([first]);
    const whole = await foundAfter(dataFolder, bytes);
    expect(whole.redeemed).toEqual([first, ...later].toSorted());
  },
);
