// `latchkey drill`: good backups pass, and each kind of damage is named.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, temporaryFolder } from './support/cli.ts';
import { startService, type RunningService } from '../../service/src/host/serve.ts';
import { cheapCost } from '../../service/test/support/cheap-cost.ts';
import { addRelease } from '../../service/test/support/full-release.ts';
import { backUp, begin } from './backup-parts.ts';
import { damages } from './drill-damages.ts';

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

test('drill uses the newest backup of a folder, but never an interrupted one', async () => {
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
