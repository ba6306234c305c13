// A service whose signing key or secret is missing or replaced does not start.
import { randomBytes, generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { createApplication } from '../src/host/applications.ts';
import { inspect } from '../src/host/inspection.ts';
import { databaseKind, databaseOptionsOf, environmentOf } from './support/postgresql.ts';
import {
  expectRefusal,
  temporaryFolder,
  runCommand,
  runCommandWith,
} from './support/service-command.ts';

const start = (data: string) => runCommand('--data', data, '--port', '0', '--json');

/** Creates data with an application; returns the public key. */
async function begin(data: string): Promise<string> {
  const place = { dataFolder: data, environment: await environmentOf(data) };
  const application = { name: 'My App', ownerid: undefined, version: '1.0', plan: null };
  const created = await createApplication(place, application);
  if (!created.ok) throw new Error(created.sentence);
  return created.value.publicKey;
}

async function publicKeyOf(data: string): Promise<string> {
  const ran = await start(data);
  expect(ran.stderr()).toBe('');
  expect(await ran.end()).toBe(0);
  return ran.line().publicKey;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const doctor = async (data: string) => {
  const findings = await inspect(data, await environmentOf(data));
  return findings.find(({ what }) => what.startsWith('The keys beside the data'));
};

test('a signing key is created only for new data, and the command reports it', async () => {
  const data = temporaryFolder();
  const ran = await start(data);
  const file = join(data, 'signing-key.pem');
  expect(ran.stderr()).toBe(
    `A new signing key was created: ${file}. Loaders trust only this key, so keep a backup of it.\n`,
  );
  expect(await ran.end()).toBe(0);
  expect(await publicKeyOf(data)).toBe(ran.line().publicKey);
  expect(readFileSync(join(data, 'installation'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/);
});

describe.each([
  ['signing-key.pem', 'The signing key', () => newKey()],
  ['service-secret', 'The service secret', () => randomBytes(32)],
] as const)('%s', (name, called, other) => {
  test('is not created again if it is missing, because loaders trust the old one', async () => {
    const data = temporaryFolder();
    const before = await begin(data);
    const file = join(data, name);
    renameSync(file, `${file}.elsewhere`);
    expectRefusal(
      await start(data),
      new RegExp(`^${called} \\S+ is missing, .*Copy it from a backup.*signing-key reset`),
    );
    expect(existsSync(file)).toBe(false);
    expect((await doctor(data))?.advice).toContain('is missing');
    renameSync(`${file}.elsewhere`, file);
    expect(await publicKeyOf(data)).toBe(before);
    expect(await doctor(data)).toMatchObject({ isOk: true });
  });

  test('is refused and left unchanged if it belongs to other data', async () => {
    const data = temporaryFolder();
    const before = await begin(data);
    const file = join(data, name);
    const own = readFileSync(file);
    const strange = other();
    writeFileSync(file, strange);
    expectRefusal(await start(data), new RegExp(`^${called} \\S+ is not the one of this data`));
    expect(readFileSync(file)).toEqual(Buffer.from(strange));
    expect((await doctor(data))?.advice).toContain('is not the one of this data');
    writeFileSync(file, own);
    expect(await publicKeyOf(data)).toBe(before);
  });

  test('is refused and left unchanged if it cannot be read', async () => {
    const data = temporaryFolder();
    await begin(data);
    writeFileSync(join(data, name), 'not a key');
    expectRefusal(await start(data), /cannot be read|does not have 32 bytes/);
    expect(readFileSync(join(data, name), 'utf8')).toBe('not a key');
  });
});

describe('lost data', () => {
  test.runIf(databaseKind === 'sqlite').each(['empty', 'missing'])(
    'is not created again if the file is %s',
    async (how) => {
      const data = temporaryFolder();
      await begin(data);
      const file = join(data, 'latchkey.sqlite');
      if (how === 'empty') truncateSync(file);
      else rmSync(file);
      for (const beside of ['signing-key.pem', 'installation']) {
        expectRefusal(
          await start(data),
          new RegExp(`latchkey.sqlite is ${how}, .*latchkey restore`),
        );
        expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(
          how === 'empty' ? 0 : undefined,
        );
        rmSync(join(data, beside));
      }
      // Without these files, the folder counts as new.
      expect((await start(data)).exitCode).toBeNull();
    },
  );

  test.runIf(databaseKind === 'postgresql')(
    'is not created again in an empty database',
    async () => {
      const data = temporaryFolder();
      const before = await begin(data);
      const db = await openDatabase({
        dataFolder: data,
        ...(await databaseOptionsOf(data)),
        onIdleFault: () => null,
      });
      await sql`delete from applications`.execute(db);
      await sql`delete from facts`.execute(db);
      expectRefusal(await start(data), /^The database is empty, but \S+installation says/);
      rmSync(join(data, 'installation'));
      // The key may be used for new data: several machines share one before their first start.
      expect((await (await start(data)).end()) === 0).toBe(true);
      expect(await publicKeyOf(data)).toBe(before);
      await db.destroy();
    },
  );
});

test('the service refuses a folder that belongs to other data', async () => {
  const [data, other] = [temporaryFolder(), temporaryFolder()];
  await begin(data);
  await begin(other);
  copyFileSync(join(other, 'installation'), join(data, 'installation'));
  expectRefusal(await start(data), /belongs to other data than this database/);
});

describe.runIf(databaseKind === 'postgresql')('a second machine on the same database', () => {
  /** Starts a second machine with the database of the first, but with separate files. */
  async function secondMachine(first: string, second: string) {
    const { DATABASE_URL = '' } = await environmentOf(first);
    const files = { LATCHKEY_SIGNING_KEY_FILE: join(second, 'signing-key.pem') };
    return runCommandWith({ DATABASE_URL, ...files }, '--data', second, '--port', '0', '--json');
  }

  test('needs the key and the secret of the first', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const publicKey = await begin(one);
    expectRefusal(await secondMachine(one, two), /signing-key\.pem is missing/);
    writeFileSync(join(two, 'signing-key.pem'), newKey(), { mode: 0o600 });
    expectRefusal(await secondMachine(one, two), /is not the one of this data/);
    copyFileSync(join(one, 'signing-key.pem'), join(two, 'signing-key.pem'));
    expectRefusal(await secondMachine(one, two), /service-secret is missing/);
    copyFileSync(join(one, 'service-secret'), join(two, 'service-secret'));
    const ran = await secondMachine(one, two);
    expect(ran.line().publicKey).toBe(publicKey);
  });

  test('cannot start new data at the same time as the first', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    await environmentOf(one, 'empty');
    const [first, second] = await Promise.all([start(one), secondMachine(one, two)]);
    const refused = [first, second].filter(({ exitCode }) => exitCode === 1);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.stderr()).toMatch(/is not the one of this data|is missing/);
  });
});
