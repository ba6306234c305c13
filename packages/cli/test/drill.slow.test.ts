// `latchkey drill`: good backups pass, and each kind of damage is named.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { cli, temporaryFolder } from './support/cli.ts';
import { startService, type RunningService } from '../../service/src/host/serve.ts';
import { cheapCost } from '../../service/test/support/cheap-cost.ts';
import { addRelease } from '../../service/test/support/full-release.ts';
import { backUp, begin, damage } from './backup-parts.ts';

const drill = (data: string, ...more: string[]) => cli(['drill', '--data', data, ...more]);

interface Seller {
  readonly data: string;
  readonly service: RunningService;
  readonly call: (...words: readonly string[]) => Promise<void>;
}

/** A running service with two users, license keys and a file. */
async function openFull(now: () => number = Date.now): Promise<Seller> {
  const { data, sellerkey } = await begin();
  const service = await startService(
    { dataFolder: data, port: 0, logStream: { write: () => undefined } },
    { now, passwordCost: cheapCost },
  );
  onTestFinished(() => service.close());
  const call = async (...words: readonly string[]) => {
    const more = ['--url', service.url, '--key-stdin'];
    expect((await cli(['call', ...words, ...more], { stdin: sellerkey })).exitCode).toBe(0);
  };
  for (const user of ['anna', 'berta'])
    await call('adduser', `user=${user}`, 'sub=Default', 'expiry=30', 'pass=long enough');
  await call('add', 'expiry=5', 'sub=Default', 'amount=2');
  const { id } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  mkdirSync(join(data, 'upload', id), { recursive: true });
  writeFileSync(join(data, 'upload', id, 'tool.bin'), 'the tool');
  await call('upload', 'name=tool.bin', 'authed=0');
  return { data, service, call };
}

function edit(folder: string, ...statements: readonly string[]): void {
  const sqlite = new BetterSqlite3(join(folder, 'latchkey.sqlite'));
  sqlite.pragma('foreign_keys = OFF');
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

function storedFile(folder: string): string {
  const [application = ''] = readdirSync(join(folder, 'files'));
  const [name = ''] = readdirSync(join(folder, 'files', application));
  return join(folder, 'files', application, name);
}

const otherKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
const fileIn = (folder: string, name: string) => join(folder, name);
const database = (folder: string) => fileIn(folder, 'latchkey.sqlite');

/** What is done to a backup, and the words that the drill says about it. */
const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['it is gone', (folder) => rmSync(folder, { recursive: true }), /does not exist/],
  ['no database', (folder) => rmSync(database(folder)), /has no latchkey\.sqlite/],
  ['empty database', (folder) => truncateSync(database(folder), 0), /latchkey\.sqlite is empty/],
  [
    'no SQLite file',
    (folder) => writeFileSync(database(folder), randomBytes(65_536)),
    /is damaged \(SQLITE_NOTADB\)/,
  ],
  ['overwritten pages', (folder) => damage(database(folder)), /database .* is damaged/],
  [
    'truncated database',
    (folder) => truncateSync(database(folder), statSync(database(folder)).size / 2),
    /database .* is damaged/,
  ],
  [
    'dangling rows',
    (folder) => edit(folder, 'delete from applications'),
    /integrity check of SQLite found errors/,
  ],
  ['a missing row', (folder) => edit(folder, 'delete from licenses'), /licenses has 0 of \d+ rows/],
  [
    'a changed value',
    (folder) => edit(folder, 'update subscriptions set expires_at = expires_at + 1'),
    /subscriptions has other values/,
  ],
  ['a missing table', (folder) => edit(folder, 'drop table chat_mutes'), /chat_mutes is missing/],
  ['another table', (folder) => edit(folder, 'create table own (a)'), /the table own is new/],
  [
    'a missing index',
    (folder) => edit(folder, 'drop index sessions_expires_at'),
    /sqlite_schema has \d+ of \d+ rows/,
  ],
  [
    'a newer version',
    (folder) => edit(folder, "insert into kysely_migration values ('999-newer', '')"),
    /written by a newer version/,
  ],
  [
    'facts of another secret',
    (folder) => edit(folder, "update facts set value = 'ab' where name = 'service-secret'"),
    /service secret .* is not the one/,
  ],
  ['no signing key', (folder) => rmSync(fileIn(folder, 'signing-key.pem')), /has no signing key/],
  [
    'another signing key',
    (folder) => writeFileSync(fileIn(folder, 'signing-key.pem'), otherKey()),
    /signing key .* is not the one of this data/,
  ],
  [
    'an unreadable signing key',
    (folder) => writeFileSync(fileIn(folder, 'signing-key.pem'), 'none'),
    /signing key/,
  ],
  ['no secret', (folder) => rmSync(fileIn(folder, 'service-secret')), /has no service secret/],
  [
    'another secret',
    (folder) =>
      writeFileSync(
        fileIn(folder, 'service-secret'),
        readFileSync(fileIn(folder, 'service-secret')).reverse(),
      ),
    /service secret/,
  ],
  [
    'a truncated secret',
    (folder) => truncateSync(fileIn(folder, 'service-secret'), 8),
    /service secret|service's secret/,
  ],
  ['a changed file', (folder) => appendFileSync(storedFile(folder), '!'), /The file .* is damaged/],
  ['a truncated file', (folder) => truncateSync(storedFile(folder), 3), /The file .* is damaged/],
  ['a missing file', (folder) => rmSync(storedFile(folder)), /Missing in .* the file "tool\.bin"/],
  [
    'another installation',
    (folder) => writeFileSync(fileIn(folder, 'installation'), 'other\n'),
    /backup of another installation/,
  ],
  [
    'no installation',
    (folder) => rmSync(fileIn(folder, 'installation')),
    /has no file "installation"/,
  ],
  [
    'a damaged record',
    (folder) => writeFileSync(fileIn(folder, 'backup.json'), '{'),
    /backup\.json is damaged/,
  ],
];

test('drill names each kind of damage', { timeout: 180_000 }, async () => {
  const { data } = await openFull();
  const good = join(temporaryFolder(), 'good');
  expect((await backUp(data, good)).exitCode).toBe(0);
  expect(damages.length).toBeGreaterThanOrEqual(20);
  for (const [kind, harm, sentence] of damages) {
    const bad = join(temporaryFolder(), 'bad');
    cpSync(good, bad, { recursive: true });
    harm(bad);
    const ran = await drill(data, '--from', bad);
    const problems = ran.stdout.split('\n').filter((line) => line.startsWith('PROBLEM'));
    expect({ kind, exitCode: ran.exitCode, text: problems.join('\n') }).toEqual({
      kind,
      exitCode: 1,
      text: expect.stringMatching(sentence) as unknown,
    });
    expect(ran.stdout).not.toContain('latchkey-drill-');
  }
  const ran = await drill(data, '--from', good);
  expect(ran.stdout).not.toContain('PROBLEM');
  expect(ran.exitCode).toBe(0);
});

test('drill finds a missing part of a release', async () => {
  const { data, service } = await openFull();
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await addRelease(service.database, { applicationId }, '1.4');
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  const ran = await drill(data, '--from', out);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toMatch(/Missing in the backup: a part of release 1\.4 for linux-x64\./);
});

test('drill uses the last backup, changes neither it nor the data, and reports what is lost', async () => {
  let at = Date.now() - 60_000;
  const { data, service, call } = await openFull(() => at);
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  at += 120_000;
  await call('adduser', 'user=clara', 'sub=Default', 'expiry=30', 'pass=long enough');
  await call('add', 'expiry=5', 'sub=Default', 'amount=3');
  const before = readdirSync(out).map((name) => [name, statSync(join(out, name)).mtimeMs]);
  const users = await service.database.selectFrom('users').select('username').execute();
  const place = temporaryFolder();
  const ran = await drill(data, '--temporary', place);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toContain(`: ${out}`);
  expect(ran.stdout).toMatch(/^ok +A new user redeemed a new license key and signed in/m);
  expect(ran.stdout).toMatch(
    /^A restore would lose 0 applications, 1 user, 3 license keys and 0 redeemed keys/m,
  );
  expect(ran.stdout).toMatch(/^The drill took \d+\.\d minutes\.$/m);
  expect(readdirSync(out).map((name) => [name, statSync(join(out, name)).mtimeMs])).toEqual(before);
  expect(await service.database.selectFrom('users').select('username').execute()).toEqual(users);
  expect(readdirSync(place)).toEqual([]);
  const doctor = await cli(['doctor', '--data', data]);
  expect(doctor.stdout).toMatch(/^ok +The last backup is less than a day old$/m);
  expect(doctor.stdout).toMatch(/^ok +The last drill is less than a day old$/m);
});

test('drill takes the newest backup of a folder, and no interrupted one', async () => {
  const { data } = await begin();
  const all = temporaryFolder();
  for (const name of ['b-first', 'a-second']) await backUp(data, join(all, name));
  cpSync(join(all, 'a-second'), join(all, 'c.unfinished-1'), { recursive: true });
  const ran = await drill(data, '--from', all, '--json');
  expect(ran.json()).toMatchObject({ success: true, backup: join(all, 'a-second') });
  const interrupted = await drill(data, '--from', join(all, 'c.unfinished-1'));
  expect(interrupted.exitCode).toBe(1);
  expect(interrupted.stdout).toContain('was interrupted');
  const doctor = await cli(['doctor', '--data', data]);
  expect(doctor.exitCode).toBe(1);
  expect(doctor.stdout).toMatch(/^PROBLEM +The last drill: It found problems/m);
});

test('drill works for a backup without a record, and after the data is gone', async () => {
  const { data } = await begin();
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  rmSync(join(out, 'backup.json'));
  renameSync(data, `${data}-gone`);
  const ran = await drill(data, '--from', out);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^note +Rows and sums of all tables: Not compared/m);
  expect(ran.stdout).toContain('What a restore would lose is unknown');
  expect(existsSync(data)).toBe(false);
});

test('drill needs a backup', async () => {
  const { data } = await begin();
  const ran = await drill(data);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain('No backup of this data is known. Name its folder with --from.');
});
