// The data folder with database and keys: created once, left unchanged, refused if unusable.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { switchToWal } from '../src/database/sqlite.ts';
import { damage } from '../../cli/test/backup-parts.ts';
import { databaseKind, databaseOptionsOf } from './support/postgresql.ts';
import { readAnswer } from './support/service-client.ts';
import {
  expectRefusal,
  temporaryFolder,
  runCommand,
  runCommandWith,
} from './support/service-command.ts';
import { startTestService } from './support/service.ts';

describe('the data folder', () => {
  test('is created with permissions for its owner only', async () => {
    const data = join(temporaryFolder(), 'deep', 'data');
    const ran = await runCommand('--data', data, '--port', '0', '--json');
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const ofSqlite = databaseKind === 'sqlite' ? ['latchkey.sqlite', 'latchkey.sqlite-wal'] : [];
    for (const file of ['signing-key.pem', 'service-secret', ...ofSqlite])
      expect(statSync(join(data, file)).mode & 0o777, file).toBe(0o600);
    expect(await ran.end()).toBe(0);
    expect(readdirSync(data).sort()).toEqual([
      'installation',
      ...ofSqlite.slice(0, 1),
      'service-secret',
      'signing-key.pem',
    ]);
  });

  test('is seeded once, and later starts keep its keys and its data', async () => {
    const data = temporaryFolder();
    const argv = ['--data', data, '--port', '0', '--demo', '--json'];
    const first = await runCommand(...argv);
    const before = first.line();
    const key = before.licenses[0]?.key ?? '';
    const ask = async (parameters: Record<string, string>) => {
      const all = { name: 'Northwind Studio', ownerid: 'nwDemo2026', ...parameters };
      const query = new URLSearchParams(all).toString();
      return (await readAnswer(await fetch(`${before.url}/api/1.3/?${query}`))).body;
    };
    const sessionid = String((await ask({ type: 'init' }))['sessionid']);
    expect(await ask({ type: 'upgrade', sessionid, username: 'nora', key })).toMatchObject({
      success: true,
    });
    expect(await first.end()).toBe(0);
    const after = (await runCommand(...argv)).line();
    expect(after.publicKey).toBe(before.publicKey);
    expect(after.users).toEqual(before.users);
    expect(after.licenses).toEqual(
      before.licenses.map((license) =>
        license.key === key ? { ...license, status: 'Used' } : license,
      ),
    );
  });

  test('is neither seeded nor listed by --demo if it belongs to a seller', async () => {
    const dataFolder = temporaryFolder();
    const service = await startTestService({ dataFolder });
    await service.addUser();
    await service.close();
    const ran = await runCommand('--data', dataFolder, '--port', '0', '--demo', '--json');
    expect(ran.line()).toMatchObject({ app: null, users: [], licenses: [], variables: [] });
  });

  test('is refused and left unchanged if a newer version wrote it', async () => {
    const data = temporaryFolder();
    expect(await (await runCommand('--data', data, '--port', '0', '--json')).end()).toBe(0);
    const db = await openDatabase({
      dataFolder: data,
      ...(await databaseOptionsOf(data)),
      onIdleFault: () => null,
    });
    await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await db.destroy();
    const bytes = () =>
      databaseKind === 'sqlite' ? readFileSync(join(data, 'latchkey.sqlite')) : null;
    const before = bytes();
    expectRefusal(
      await runCommand('--data', data, '--port', '0'),
      /written by a newer version of this service/,
    );
    expect(bytes()).toEqual(before);
  });

  test.each([
    ['text', 'not a key'],
    ['nothing', ''],
    ['another kind of key', otherKey()],
  ])(
    'is refused with %s as the signing key, and the key file stays unchanged',
    async (_what, pem) => {
      const data = temporaryFolder();
      writeFileSync(join(data, 'signing-key.pem'), pem, { mode: 0o600 });
      expectRefusal(
        await runCommand('--data', data, '--port', '0'),
        /signing-key\.pem cannot be read as an Ed25519 private key\.$/m,
      );
      expect(readFileSync(join(data, 'signing-key.pem'), 'utf8')).toBe(pem);
    },
  );

  test('is refused with a signing key that other users can read', async () => {
    const data = temporaryFolder();
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(join(data, 'signing-key.pem'), mode);
      const ran = await runCommand('--data', data, '--port', '0');
      expectRefusal(ran, /signing-key\.pem can be read by other users\. Run "chmod 600" on it/);
    }
    chmodSync(join(data, 'signing-key.pem'), 0o400);
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
  });

  test('is refused with a changed secret, and the secret file stays unchanged', async () => {
    const data = temporaryFolder();
    const file = join(data, 'service-secret');
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
    const made = readFileSync(file);
    expect(made).toHaveLength(32);
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
    expect(readFileSync(file)).toEqual(made);
    chmodSync(file, 0o640);
    expectRefusal(
      await runCommand('--data', data, '--port', '0'),
      /service-secret can be read by other users\. Run "chmod 600" on it/,
    );
    chmodSync(file, 0o600);
    for (const other of ['', made.subarray(1), Buffer.concat([made, Buffer.from('\n')])]) {
      writeFileSync(file, other);
      expectRefusal(
        await runCommand('--data', data, '--port', '0'),
        /service-secret does not have 32 bytes\. Copy it from a backup\.$/m,
      );
      expect(readFileSync(file)).toEqual(Buffer.from(other));
    }
  });

  test.each(['signing-key.pem', 'service-secret'])('is refused with a pipe as %s', async (name) => {
    const data = temporaryFolder();
    execFileSync('mkfifo', ['-m', '600', join(data, name)]);
    const ran = await runCommand('--data', data, '--port', '0');
    expectRefusal(ran, new RegExp(`${name} is not a regular file`));
  });

  test.runIf(databaseKind === 'sqlite')(
    'reports a database that other users can read',
    async () => {
      const data = temporaryFolder();
      expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
      expect((await (await runCommand('--data', data, '--port', '0')).end()) === 0).toBe(true);
      const file = join(data, 'latchkey.sqlite');
      chmodSync(file, 0o640);
      const ran = await runCommand('--data', data, '--port', '0');
      expect(ran.stderr()).toContain(`${file} is not private. `);
      expect(ran.stderr()).toContain(`chmod 600 ${file}`);
      expect(await ran.end()).toBe(0);
      chmodSync(file, 0o600);
      const after = await runCommand('--data', data, '--port', '0');
      expect(after.stderr()).toBe('');
    },
  );

  test.runIf(databaseKind === 'sqlite')(
    'is refused with advice if the database is damaged',
    async () => {
      const data = temporaryFolder();
      expect(await (await runCommand('--data', data, '--port', '0', '--demo')).end()).toBe(0);
      damage(join(data, 'latchkey.sqlite'));
      const ran = await runCommand('--data', data, '--port', '0');
      expectRefusal(
        ran,
        /is damaged or not a database\. .*latchkey restore --data \S+ --from BACKUP\./,
      );
    },
  );

  test('is refused if it cannot be created', async () => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'file'), '');
    expectRefusal(
      await runCommand('--data', join(parent, 'file', 'data'), '--port', '0'),
      /cannot be written to/,
    );
  });

  test('contains no keys if variables name other files for them', async () => {
    const data = temporaryFolder();
    const [elsewhere, secret] = [
      join(temporaryFolder(), 'key.pem'),
      join(temporaryFolder(), 'secret'),
    ];
    const variables = {
      LATCHKEY_SIGNING_KEY_FILE: elsewhere,
      LATCHKEY_SECRET_FILE: secret,
      DATABASE_URL: '',
    };
    const ran = await runCommandWith(variables, '--data', data, '--port', '0', '--json');
    expect(ran.line().publicKey).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
    expect(statSync(secret)).toMatchObject({ size: 32, mode: 0o100600 });
    for (const name of ['signing-key.pem', 'service-secret'])
      expect(readdirSync(data)).not.toContain(name);
  });
});

describe.runIf(databaseKind === 'sqlite')('the SQLite file in the data folder', () => {
  test('is refused if it is not a database', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'latchkey.sqlite'), 'x'.repeat(4096));
    expectRefusal(await runCommand('--data', data, '--port', '0'), /damaged or not a database/);
  });

  test('is refused if it cannot be created', async () => {
    const data = join(temporaryFolder(), 'data');
    mkdirSync(join(data, 'latchkey.sqlite'), { recursive: true });
    chmodSync(data, 0o500);
    expectRefusal(await runCommand('--data', data, '--port', '0'), /cannot be written to/);
  });

  test('opens even if another process switches its journal mode at the same time', () => {
    const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    const refusing = (times: number, error: Error) => {
      const asked: string[] = [];
      const pragma = (text: string) => {
        if (asked.push(text) <= times) throw error;
      };
      return { asked, pragma };
    };
    const twice = refusing(2, busy);
    switchToWal(twice, 10_000);
    expect(twice.asked).toEqual(new Array(3).fill('journal_mode = WAL'));
    expect(() => switchToWal(refusing(9, busy), -1)).toThrow('database is locked');
    expect(() => switchToWal(refusing(1, new Error('full')), 10_000)).toThrow('full');
  });
});

function otherKey(): string {
  const { privateKey } = generateKeyPairSync('x25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
